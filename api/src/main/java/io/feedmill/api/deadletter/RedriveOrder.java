package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterMessage;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.queue.Queue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are to go back to their queue, and how fast.
 *
 * @param reason only those with this reason; null: all
 * @param rate letters a second, at most
 * @param dryRun only count them
 * @param before only those sent earlier: one that comes back is not meant again
 */
record RedriveOrder(Queue queue, @Nullable String reason, int rate, boolean dryRun, Instant before) {

    boolean matches(DeadLetterMessage letter) {
        return letter.sentAt().isBefore(before) && (reason == null || reason.equals(letter.reason()));
    }

    LedgerEntry.DeadLetters ledgered() {
        return new LedgerEntry.DeadLetters(queue.suffix(), reason, rate);
    }
}
