package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.chaos.fuzz.Fixtures.Continued;
import io.feedmill.chaos.fuzz.Request.Framing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A request of the fuzzer, valid or not.
 *
 * @param mutations what was changed; empty: a valid request
 * @param target the path and the query that were sent
 * @param body the logical body, without framing, in Latin-1
 * @param sent what is sent, in Latin-1
 * @param mustAnswer whether its syntax is complete, so that a closed connection without an answer is a finding
 */
public record HttpCase(
        int number, ApiCall call, List<String> mutations, String target, String body, String sent, boolean mustAnswer) {
    private static final int VALID_PERCENT = 20;
    private static final int TWICE_PERCENT = 25;
    private static final int CURSOR_PERCENT = 40;
    private static final int WIRE_PERCENT = 5;

    /** Calls by their weight. */
    private static final List<ApiCall> CALLS = Stream.of(ApiCall.values())
            .flatMap(call -> IntStream.range(0, call.weight()).mapToObj(copy -> call))
            .toList();

    /** Returns the case of that number. It is the same for the same seed, but for ids and cursors in the fixtures. */
    public static HttpCase of(long seed, int number, Fixtures fixtures) {
        Draws draws = new Draws(seed, number);
        Values values = new Values(fixtures, draws);
        ApiCall call = draws.of(CALLS);
        Request request = valid(call, number, values);
        List<HttpMutation> mutations = new ArrayList<>();
        if (!draws.percent(VALID_PERCENT)) {
            int count = draws.percent(TWICE_PERCENT) ? 2 : 1;
            IntStream.range(0, count).forEach(any -> mutations.add(draws.of(fitting(request))));
            mutations.forEach(mutation -> mutation.apply(request, call, values));
        }
        List<String> names =
                new ArrayList<>(mutations.stream().map(HttpMutation::name).toList());
        String sent = request.text();
        boolean mustAnswer = mutations.stream().allMatch(HttpMutation::keepsSyntax) && !request.framing.isBroken();
        String body = new String(request.body, ISO_8859_1);
        if (request.framing != Framing.MANY_CHUNKS && draws.percent(WIRE_PERCENT)) {
            Wire mutation = draws.of(Wire.values());
            names.add(mutation.name());
            sent = mutation.apply(sent, draws);
            body = sent.contains(body) ? body : lastObject(sent);
            mustAnswer = false;
        }
        String target = request.path + (request.query.isEmpty() ? "" : "?" + String.join("&", request.query));
        return new HttpCase(number, call, List.copyOf(names), target, body, sent, mustAnswer);
    }

    /** Bodies are changed more often than the rest: they have the most rules. */
    private static List<HttpMutation> fitting(Request request) {
        List<HttpMutation> all = new ArrayList<>(Arrays.asList(HttpMutation.values()));
        if (request.body.length > 0) {
            IntStream.range(0, 12).forEach(copy -> all.add(HttpMutation.BODY));
        } else {
            IntStream.range(0, 8).forEach(copy -> all.add(HttpMutation.QUERY_ODD));
            IntStream.range(0, 4).forEach(copy -> all.add(HttpMutation.PATH_SEGMENT));
            IntStream.range(0, 3).forEach(copy -> all.add(HttpMutation.CONDITION));
        }
        return all;
    }

    /** Returns the body after a change of the bytes, if it is an object. */
    private static String lastObject(String sent) {
        int start = sent.lastIndexOf('{');
        return start < 0 ? "" : sent.substring(start, Math.max(start, sent.lastIndexOf('}') + 1));
    }

    private static Request valid(ApiCall call, int number, Values values) {
        Draws draws = values.draws();
        String path = Arrays.stream(call.pattern().split("(?=\\{)|(?<=})", -1))
                .map(part -> part.startsWith("{") ? values.variable(call, part.substring(1, part.length() - 1)) : part)
                .reduce("", String::concat);
        String body = new Bodies(values, number).of(call).orElse("");
        Request request = new Request(call.method(), path, body.getBytes(UTF_8));
        request.headers.add("Host: localhost");
        if (!body.isEmpty()) {
            request.headers.add("Content-Type: " + (call == ApiCall.IMPORT ? "text/plain" : "application/json"));
        }
        switch (call) {
            case ANNOUNCE -> request.headers.add("Idempotency-Key: announcement-" + body.replaceAll("[^0-9]", ""));
            case EDIT -> {
                request.headers.add("If-Match: " + draws.of("*", "\"1\"", "\"2\"", "W/\"1\""));
                request.query.add("viewer=" + values.fixtures().author(path));
            }
            case PERMIT, PUT_METADATA ->
                request.query.add("viewer=" + values.fixtures().author(path));
            case PUBLISH -> request.headers.add("Idempotency-Key: key-" + (draws.percent(5) ? 0 : number));
            default -> {}
        }
        request.headers.add("Authorization: " + values.fixtures().authorization());
        query(request, call, values);
        return request;
    }

    /** Some parameters with valid values; often the cursor of just this list. */
    private static void query(Request request, ApiCall call, Values values) {
        Draws draws = values.draws();
        Continued continued = values.fixtures().continued().get(call);
        if (continued != null && draws.percent(CURSOR_PERCENT)) {
            request.path = continued.path();
            request.query.add("cursor=" + continued.cursor());
        } else {
            call.parameters().stream()
                    .filter(name -> draws.percent(name.equals("cursor") ? 10 : 25))
                    .forEach(name -> request.query.add(name + "=" + values.parameter(name)));
        }
    }

    /** Whether it asks for an answer without a body. */
    public boolean isHead() {
        return sent.stripLeading().startsWith("HEAD ");
    }

    /** Returns the request for people: with escapes, without its token, and cut if it is long. */
    public String shown() {
        return Shown.of(sent.replaceAll("(?i)bearer \\S+|eyJ\\S*", "Bearer …"));
    }

    /** Changes of the bytes that are sent. */
    enum Wire {
        CUT,
        BYTE_CHANGED,
        BYTE_REMOVED,
        BARE_LINE_FEEDS,
        BLANK_LINES_FIRST,
        TWICE,
        TLS,
        HTTP_2;

        String apply(String text, Draws draws) {
            int at = draws.below(Math.min(text.length(), 800));
            return switch (this) {
                case CUT -> text.substring(0, at);
                case BYTE_CHANGED -> text.substring(0, at) + (char) draws.below(256) + text.substring(at + 1);
                case BYTE_REMOVED -> text.substring(0, at) + text.substring(at + 1);
                case BARE_LINE_FEEDS -> text.replace("\r\n", "\n");
                case BLANK_LINES_FIRST -> "\r\n".repeat(draws.of(1, 5, 5_000)) + text;
                case TWICE -> text + text;
                case TLS -> "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" + text;
                case HTTP_2 -> "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + text;
            };
        }
    }
}
