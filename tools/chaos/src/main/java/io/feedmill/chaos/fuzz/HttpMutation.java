package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.chaos.fuzz.Request.Framing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Changes of a request. */
enum HttpMutation {
    METHOD,
    PATH_SEGMENT,
    PATH_AROUND,
    PATH_ENCODED,
    TARGET,
    QUERY_ODD,
    QUERY_REPEATED,
    QUERY_ADDED,
    QUERY_DROPPED,
    HEADER_ODD,
    HEADER_REPEATED,
    HEADER_DROPPED,
    HEADERS_MANY,
    CONDITION,
    PREFLIGHT,
    BODY,
    BODY_TWICE_CHANGED,
    BODY_ADDED,
    FRAMING,
    VERSION;

    /** Changes the request. */
    void apply(Request request, ApiCall call, Values values) {
        Draws draws = values.draws();
        switch (this) {
            case METHOD -> request.method = method(call, draws);
            case VERSION -> request.version = draws.of(OddHeads.VERSIONS);
            case PATH_SEGMENT, PATH_AROUND, PATH_ENCODED, TARGET -> request.path = path(request.path, values);
            case QUERY_ODD, QUERY_REPEATED, QUERY_ADDED, QUERY_DROPPED -> query(request.query, call, values);
            case HEADER_ODD, HEADER_REPEATED, HEADER_DROPPED, HEADERS_MANY, CONDITION ->
                headers(request.headers, draws);
            case PREFLIGHT -> {
                request.method = "OPTIONS";
                request.headers.add(draws.of(OddHeads.PREFLIGHTS));
            }
            case BODY -> change(request, draws);
            case BODY_TWICE_CHANGED -> {
                change(request, draws);
                change(request, draws);
            }
            case BODY_ADDED -> request.body = draws.of(OddHeads.BODIES).getBytes(UTF_8);
            case FRAMING -> request.framing = draws.of(Framing.values());
        }
        if (request.body.length > 0 && request.framing == Framing.NONE) {
            request.framing = Framing.LENGTH;
        }
    }

    private String path(String path, Values values) {
        Draws draws = values.draws();
        return switch (this) {
            case PATH_SEGMENT -> withSegment(path, values);
            case PATH_ENCODED -> withEncoded(path, draws);
            case PATH_AROUND -> draws.of(OddHeads.BEFORE) + path + draws.of(OddHeads.AFTER);
            default -> draws.of(OddHeads.TARGETS);
        };
    }

    private void query(List<String> query, ApiCall call, Values values) {
        Draws draws = values.draws();
        switch (this) {
            case QUERY_REPEATED -> query.addAll(query.isEmpty() ? List.of("limit=1", "limit=2") : List.copyOf(query));
            case QUERY_ADDED -> {
                String odd = values.odd().inUri();
                query.add(draws.of("x=" + odd, odd + "=1", odd, "user=" + odd, draws.of(OddHeads.QUERIES)));
            }
            case QUERY_DROPPED -> query.clear();
            default -> oddQuery(query, call, values);
        }
    }

    /** A post that is compared must not be retracted. */
    private static String method(ApiCall call, Draws draws) {
        String method = draws.of(OddHeads.METHODS);
        return call == ApiCall.POST && method.equals("DELETE") ? "PATCH" : method;
    }

    private void headers(List<String> headers, Draws draws) {
        switch (this) {
            case HEADER_ODD -> oddHeader(headers, draws.of(OddHeads.HEADERS));
            case HEADER_REPEATED -> headers.add(headers.isEmpty() ? "Host: a" : draws.of(headers));
            case HEADER_DROPPED ->
                headers.subList(0, Math.min(1, headers.size())).clear();
            case HEADERS_MANY -> headers.addAll(Collections.nCopies(draws.of(50, 99, 200), "X-Many: 1"));
            default -> headers.add(draws.of(OddHeads.CONDITIONS));
        }
    }

    /** Whether it leaves the request's message syntax alone, so that the server must answer. */
    boolean keepsSyntax() {
        return switch (this) {
            case METHOD,
                    PATH_SEGMENT,
                    PATH_AROUND,
                    TARGET,
                    QUERY_ODD,
                    QUERY_ADDED,
                    HEADER_ODD,
                    HEADERS_MANY,
                    FRAMING,
                    VERSION -> false;
            default -> true;
        };
    }

    private static String withSegment(String path, Values values) {
        List<String> segments = new ArrayList<>(Arrays.asList(path.split("/", -1)));
        segments.set(values.draws().below(segments.size()), values.odd().inUri());
        return String.join("/", segments);
    }

    /** Encodes one character, which may need it or not. */
    private static String withEncoded(String path, Draws draws) {
        if (path.isEmpty()) {
            return "%2F";
        }
        int at = draws.below(path.length());
        return path.substring(0, at)
                + draws.of("%%%02x", "%%%02X").formatted((int) path.charAt(at))
                + path.substring(at + 1);
    }

    private static void oddQuery(List<String> query, ApiCall call, Values values) {
        String name = values.draws()
                .of(call.parameters().isEmpty() ? List.of("viewer", "limit", "cursor") : call.parameters());
        query.removeIf(parameter -> parameter.startsWith(name + "="));
        query.add(name + "=" + values.odd().parameter(name));
    }

    /** Replaces the header of that name, or adds it. */
    private static void oddHeader(List<String> headers, String line) {
        String name = line.substring(0, Math.max(0, line.indexOf(':')));
        headers.removeIf(header -> !name.isEmpty() && header.startsWith(name + ":"));
        headers.add(line);
    }

    private static void change(Request request, Draws draws) {
        String body = new String(request.body, UTF_8);
        request.body = request.body.length == 0
                ? draws.of("{}", "[", "x").getBytes(ISO_8859_1)
                : draws.of(JsonMutation.values()).apply(body, draws);
    }
}
