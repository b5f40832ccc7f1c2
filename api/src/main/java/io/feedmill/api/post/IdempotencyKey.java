package io.feedmill.api.post;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header {@code Idempotency-Key}: what a client calls a request, so that sending it twice publishes once. */
public final class IdempotencyKey {
    public static final String HEADER = "Idempotency-Key";

    private IdempotencyKey() {}

    /**
     * The key; null where the header is absent.
     *
     * @throws ProblemException if it is there twice, or is not 1 to 255 printable ASCII characters
     */
    public static @Nullable String of(List<String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        if (headers.size() > 1 || !headers.getFirst().matches("[ -~]{1,255}")) {
            throw new ProblemException(
                    ProblemType.INVALID_IDEMPOTENCY_KEY,
                    "The idempotency key is not one header of 1 to 255 printable ASCII characters.");
        }
        return headers.getFirst();
    }

    public static ProblemException reused() {
        return new ProblemException(
                ProblemType.IDEMPOTENCY_KEY_REUSED,
                "The author's idempotency key was used for another body within the last 24 hours.");
    }
}
