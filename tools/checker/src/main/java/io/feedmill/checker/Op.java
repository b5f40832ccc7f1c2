package io.feedmill.checker;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A call, with its operation's name in openapi.json, if it has one. Its end is when all work was done, or never, if it may have happened without saying so. */
record Op(Call call, String name, Map<String, String> path, Map<String, String> query, long begin, long end) {

    boolean isSame(Op other) {
        return call.id() == other.call.id();
    }

    boolean is(String... names) {
        for (String each : names) {
            if (each.equals(name)) {
                return true;
            }
        }
        return false;
    }

    int status() {
        Integer status = call.status();
        return status == null ? 0 : status;
    }

    boolean answered() {
        return status() != 0;
    }

    /** Whether it has happened. */
    boolean sure() {
        return status() >= 200 && status() < 300;
    }

    /** Whether it may have happened: an answer of 5xx leaves it open. */
    boolean possible() {
        return sure() || !answered() || status() >= 500;
    }

    String at(String parameter) {
        return path.getOrDefault(parameter, "");
    }

    JsonNode body() {
        JsonNode body = call.body();
        return body == null ? MissingNode.getInstance() : body;
    }

    JsonNode answer() {
        JsonNode answer = call.answer();
        return answer == null ? MissingNode.getInstance() : answer;
    }

    boolean service() {
        return call.scopes().contains("act-as");
    }

    boolean admin() {
        return call.scopes().contains("admin");
    }

    /** For whom it reads or writes; null: for nobody. */
    @Nullable String viewer() {
        String named = query.get("viewer");
        return named != null || service() ? named : call.caller();
    }

    /** The type of its problem, without what all types begin with. */
    String problem() {
        String type = answer().path("type").asString("");
        return type.substring(type.lastIndexOf('/') + 1);
    }

    @Nullable String header(String header) {
        for (Map.Entry<String, String> each : call.headers().entrySet()) {
            if (each.getKey().equalsIgnoreCase(header)) {
                return each.getValue();
            }
        }
        return null;
    }

    Read read() {
        return new Read(begin, end, call.process());
    }

    String told() {
        return call.method() + " " + call.path();
    }
}
