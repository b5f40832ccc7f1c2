package io.feedmill.api.deadletter;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.queue.Queue;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to redrive up to {@code rate} dead-letter messages a second of this reason (null: all), or only to count them, that were sent before a
 * time: a message that is dead-lettered again is not redriven again.
 */
record RedriveRequest(Queue queue, @Nullable String reason, int rate, boolean dryRun, Instant before) {

    /** The JSON body; all fields are optional. */
    record Body(Optional<Boolean> dryRun, Optional<String> reason, Optional<Integer> rate, Optional<String> before) {
        private static final int DEFAULT_RATE = 50;
        private static final int MAX_RATE = 1_000;
        private static final int MAX_REASON = 256;

        /** @throws ProblemException 400 if a field is invalid */
        RedriveRequest request(Queue queue, Instant now) {
            reason.ifPresent(Body::checkReason);
            int perSecond = rate.orElse(DEFAULT_RATE);
            if (perSecond < 1 || perSecond > MAX_RATE) {
                throw ProblemException.invalidBody("Invalid 'rate': use 1 to 1,000 messages a second.");
            }
            Instant end = before.map(Body::instant).orElse(now);
            return new RedriveRequest(queue, reason.orElse(null), perSecond, dryRun.orElse(false), end);
        }

        private static void checkReason(String reason) {
            if (reason.isEmpty() || reason.length() > MAX_REASON) {
                throw ProblemException.invalidBody(
                        "Invalid 'reason' of " + reason.length() + " characters: use 1 to 256 characters.");
            }
        }

        private static Instant instant(String value) {
            return ClientIds.parse(Instant::parse, value)
                    .orElseThrow(() -> ProblemException.invalidBody("Invalid 'before': use an ISO 8601 instant."));
        }
    }

    boolean matches(DeadLetterMessage message) {
        return message.sentAt().isBefore(before) && (reason == null || reason.equals(message.reason()));
    }

    LedgerEntry.DeadLetters ledgered() {
        return new LedgerEntry.DeadLetters(queue.suffix(), reason, rate);
    }
}
