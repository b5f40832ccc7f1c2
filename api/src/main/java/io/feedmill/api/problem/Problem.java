package io.feedmill.api.problem;

import io.feedmill.common.storage.StorageException;
import java.util.Map;

/**
 * An answer that is no success.
 *
 * @param status as a rule the type's
 * @param detail one sentence on this occurrence; shows neither posts' texts nor internals
 * @param headers response headers that go with it
 */
public record Problem(ProblemType type, int status, String detail, Map<String, String> headers) {

    public Problem {
        headers = Map.copyOf(headers);
    }

    public static Problem of(ProblemType type, String detail) {
        return new Problem(type, type.status(), detail, Map.of());
    }

    /** What this failure is to a client. */
    public static Problem of(StorageException failure) {
        return Problems.of(failure);
    }

    /** A problem of which only the status is known. */
    static Problem ofStatus(int status) {
        ProblemType type = ProblemType.ofStatus(status);
        return new Problem(type, status, type.title() + ".", Map.of());
    }

    /** A problem that passes by itself: tells the client when to try again. */
    public static Problem retryable(ProblemType type, String detail) {
        return of(type, detail).with(Map.of("Retry-After", "1"));
    }

    Problem with(Map<String, String> others) {
        return new Problem(type, status, detail, others);
    }
}
