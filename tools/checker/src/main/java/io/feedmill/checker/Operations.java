package io.feedmill.checker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The calls of openapi.json: their paths, statuses and problems. */
final class Operations {
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
    private static final Operations DOCUMENTED = new Operations();

    private record Operation(
            String name, String method, Pattern path, List<String> parameters, Map<Integer, Set<String>> problems) {}

    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, Operation> byName = new HashMap<>();

    private Operations() {
        JsonNode description;
        try (InputStream json = Objects.requireNonNull(Operations.class.getResourceAsStream("openapi.json"))) {
            description = History.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        description
                .path("paths")
                .forEachEntry((path, methods) -> methods.forEachEntry((method, operation) -> {
                    if (operation.has("operationId")) {
                        add(method.toUpperCase(java.util.Locale.ROOT), path, operation, description);
                    }
                }));
        // A verb after a colon is no part of an id.
        operations.sort(
                Comparator.comparing(operation -> !operation.path().pattern().contains(":\\E")));
    }

    static Operations documented() {
        return DOCUMENTED;
    }

    private void add(String method, String path, JsonNode operation, JsonNode description) {
        List<String> parameters = new ArrayList<>();
        StringBuilder pattern = new StringBuilder();
        Matcher names = PARAMETER.matcher(path);
        int from = 0;
        while (names.find()) {
            parameters.add(names.group(1));
            pattern.append(Pattern.quote(path.substring(from, names.start()))).append("([^/]+)");
            from = names.end();
        }
        String rest = path.substring(from);
        pattern.append(rest.startsWith(":") ? "\\Q:\\E" + Pattern.quote(rest.substring(1)) : Pattern.quote(rest));
        Map<Integer, Set<String>> problems = new HashMap<>();
        operation
                .path("responses")
                .forEachEntry((status, answer) -> problems.put(Integer.valueOf(status), problems(answer, description)));
        Operation added = new Operation(
                operation.path("operationId").asString(),
                method,
                Pattern.compile(pattern.toString()),
                parameters,
                problems);
        operations.add(added);
        byName.put(added.name(), added);
    }

    private static Set<String> problems(JsonNode answer, JsonNode description) {
        JsonNode response = answer;
        if (answer.has("$ref")) {
            String reference = answer.path("$ref").asString();
            response = description
                    .path("components")
                    .path("responses")
                    .path(reference.substring(reference.lastIndexOf('/') + 1));
        }
        Set<String> types = new HashSet<>();
        for (JsonNode type : response.findValues("enum")) {
            type.forEach(each -> types.add(each.asString()));
        }
        return types;
    }

    /** Returns the call with its operation, whose name is empty if none has the path. */
    Op operation(Call call, long begin, long end) {
        int mark = call.path().indexOf('?');
        String path = mark < 0 ? call.path() : call.path().substring(0, mark);
        Map<String, String> query = query(mark < 0 ? "" : call.path().substring(mark + 1));
        for (Operation operation : operations) {
            Matcher match = operation.path().matcher(path);
            if (operation.method().equals(call.method()) && match.matches()) {
                Map<String, String> parameters = new HashMap<>();
                for (int i = 0; i < operation.parameters().size(); i++) {
                    parameters.put(operation.parameters().get(i), decoded(match.group(i + 1)));
                }
                return new Op(call, operation.name(), parameters, query, begin, end);
            }
        }
        return new Op(call, "", Map.of(), query, begin, end);
    }

    private static Map<String, String> query(String text) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String part : text.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                query.put(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
            }
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    boolean lists(Op op) {
        Operation operation = byName.get(op.name());
        return operation != null && operation.problems().containsKey(op.status());
    }

    /** Whether the operation may answer with this problem; one without documented problems may answer with any. */
    boolean listsProblem(Op op) {
        Operation operation = byName.get(op.name());
        Set<String> types = operation == null ? Set.of() : operation.problems().getOrDefault(op.status(), Set.of());
        return types.isEmpty() || types.contains(op.answer().path("type").asString(""));
    }
}
