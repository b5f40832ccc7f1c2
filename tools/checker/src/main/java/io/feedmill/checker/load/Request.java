package io.feedmill.checker.load;

import io.feedmill.checker.Call;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A call that a client is about to make.
 *
 * @param caller name in its token
 * @param scopes of a service's token; empty: it is a user's
 * @param path with its query
 * @param headers Idempotency-Key, If-Match
 * @param body JSON, a text of an import; null: none
 * @param walk whether the client follows {@code next} to the end
 */
public record Request(
        String caller,
        List<String> scopes,
        String method,
        String path,
        Map<String, String> headers,
        @Nullable JsonNode body,
        boolean walk) {

    static Request of(String caller, String method, String path) {
        return new Request(caller, List.of(), method, path, Map.of(), null, false);
    }

    Request by(String... scopes) {
        return new Request(caller, List.of(scopes), method, path, headers, body, walk);
    }

    Request with(JsonNode json) {
        return new Request(caller, scopes, method, path, headers, json, walk);
    }

    Request text(String lines) {
        return with(JsonNodeFactory.instance.stringNode(lines));
    }

    Request header(String name, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(name, value);
        return new Request(caller, scopes, method, path, all, body, walk);
    }

    Request walked() {
        return new Request(caller, scopes, method, path, headers, body, true);
    }

    /** Returns the request of the next page. */
    public Request after(String cursor) {
        String plain = path.replaceAll("([?&])cursor=[^&]*", "$1").replaceAll("[?&]$", "");
        return new Request(
                caller,
                scopes,
                method,
                plain + (plain.contains("?") ? "&" : "?") + "cursor=" + cursor,
                headers,
                body,
                walk);
    }

    /** Whether a client without an answer makes it again: a post or message without a key would be there twice. */
    public boolean isRepeatable() {
        return !method.equals("POST")
                || headers.containsKey("Idempotency-Key")
                || path.matches(".*/(views|notifications)");
    }

    /** Returns the call that this request was. */
    public Call call(
            long id,
            Instant begin,
            @Nullable Instant end,
            @Nullable String process,
            @Nullable Integer status,
            Map<String, String> answerHeaders,
            @Nullable JsonNode answer,
            @Nullable Long repeats) {
        return new Call(
                id,
                begin,
                end,
                process,
                caller,
                scopes,
                method,
                path,
                headers,
                body,
                status,
                answerHeaders,
                answer,
                repeats);
    }

    @Override
    public String toString() {
        return caller + (scopes.isEmpty() ? "" : " " + scopes) + ": " + method + " " + path
                + (headers.isEmpty() ? "" : " " + headers) + (body == null ? "" : " " + body);
    }
}
