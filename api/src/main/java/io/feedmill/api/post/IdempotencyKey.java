package io.feedmill.api.post;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The header {@code Idempotency-Key}: a client's id of a request, so that a repeated request makes one thing. */
public final class IdempotencyKey {
    private static final String HEADER = "Idempotency-Key";

    private IdempotencyKey() {}

    /** Returns the key, null without the header; throws 400 if it is repeated, or is not 1 to 255 printable ASCII characters. */
    public static @Nullable String of(HttpHeaders headers) {
        List<String> values = headers.getOrEmpty(HEADER);
        if (values.isEmpty()) {
            return null;
        }
        if (values.size() > 1 || !values.getFirst().matches("[ -~]{1,255}")) {
            throw new ProblemException(
                    ProblemType.INVALID_IDEMPOTENCY_KEY,
                    "Invalid idempotency key: use one header of 1 to 255 printable ASCII characters.");
        }
        return values.getFirst();
    }

    public static ProblemException reused() {
        return new ProblemException(
                ProblemType.IDEMPOTENCY_KEY_REUSED,
                "The user sent this key with another request in the last 24 hours; use a new key for each request.");
    }
}
