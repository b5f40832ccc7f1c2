package io.feedmill.api.deadletter;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.queue.Queue;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** The body of a request to redrive; every field may be left out. */
record RedriveBody(Optional<Boolean> dryRun, Optional<String> reason, Optional<Integer> rate, Optional<String> before) {
    private static final int DEFAULT_RATE = 50;
    private static final int HIGHEST_RATE = 1_000;
    private static final int MAX_REASON = 256;

    /** @throws ProblemException 400 if a field has a value that it cannot have */
    RedriveOrder order(Queue queue, Instant now) {
        reason.ifPresent(RedriveBody::checkReason);
        int perSecond = rate.orElse(DEFAULT_RATE);
        if (perSecond < 1 || perSecond > HIGHEST_RATE) {
            throw invalid("The rate is not 1 to 1,000 letters a second.");
        }
        Instant end = before.map(RedriveBody::instant).orElse(now);
        return new RedriveOrder(queue, reason.orElse(null), perSecond, dryRun.orElse(false), end);
    }

    private static void checkReason(String reason) {
        if (reason.isEmpty() || reason.length() > MAX_REASON) {
            throw invalid("The reason has " + reason.length() + " characters; 1 to 256 are allowed.");
        }
    }

    private static Instant instant(String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeException e) {
            throw invalid("'before' is not an ISO 8601 instant.");
        }
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_BODY, detail);
    }
}
