package io.feedmill.checker;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call and its answer, as its client saw them.
 *
 * @param id unique in the history
 * @param begin, end client's time before the first byte was sent and after the last was received; no end: no answer
 * @param process API process that answered; absent if it is unknown
 * @param caller name in the token; absent: no token
 * @param scopes those of {@code act-as} and {@code admin} that the token has; others may be left out
 * @param path with its query
 * @param headers of the request that matter: Idempotency-Key, If-Match
 * @param body JSON, or a text of an import; absent: none
 * @param status of the answer; absent if there is none
 * @param answerHeaders of the answer: Content-Type, ETag, Retry-After; empty: not recorded, so not judged
 * @param answer JSON; absent: none
 * @param repeats id of the first attempt, if this is a later one of the same request
 */
public record Call(
        long id,
        Instant begin,
        @Nullable Instant end,
        @Nullable String process,
        @Nullable String caller,
        List<String> scopes,
        String method,
        String path,
        Map<String, String> headers,
        @Nullable JsonNode body,
        @Nullable Integer status,
        Map<String, String> answerHeaders,
        @Nullable JsonNode answer,
        @Nullable Long repeats)
        implements Event {

    public Call {
        History.require(begin != null, "begin is missing");
        History.require(method != null && !method.isBlank(), "method is missing");
        History.require(path != null && path.startsWith("/"), "path does not begin with /");
        History.require((end == null) == (status == null), "end and status: one is there without the other");
        History.require(end == null || !end.isBefore(begin), "end is before begin");
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        answerHeaders = answerHeaders == null ? Map.of() : Map.copyOf(answerHeaders);
    }
}
