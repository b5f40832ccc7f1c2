package io.feedmill.common.ledger;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Something that happened; {@code at} has the precision of a second. */
public sealed interface LedgerEntry {
    Instant at();

    /** It happened to a post. */
    sealed interface OfPost extends LedgerEntry {
        PostId post();

        UserId author();
    }

    /** The post was accepted. */
    record Published(PostId post, UserId author, Instant at) implements OfPost {}

    /** The post's fan-out is complete. */
    record Delivered(PostId post, UserId author, Instant at, long delivered, long skipped) implements OfPost {}

    /** So many viewed the post who had not before. */
    record Viewed(PostId post, UserId author, Instant at, long count) implements OfPost {}

    /** It happened to dead letters. */
    sealed interface OfDeadLetters extends LedgerEntry {
        DeadLetters letters();
    }

    /** Somebody began to give dead letters back to their queue. Without a {@link Redriven} behind it, it was cut off. */
    record RedriveBegun(DeadLetters letters, Instant at) implements OfDeadLetters {
        public RedriveBegun {
            at = at.truncatedTo(ChronoUnit.SECONDS);
        }
    }

    /** So many dead letters went back to their queue. */
    record Redriven(DeadLetters letters, Instant at, long moved) implements OfDeadLetters {
        public Redriven {
            at = at.truncatedTo(ChronoUnit.SECONDS);
        }
    }

    /**
     * Which dead letters, and how fast.
     *
     * @param queue the queue's name behind the prefix
     * @param reason only those with this reason; null: all
     * @param rate letters a second, at most
     */
    record DeadLetters(String queue, @Nullable String reason, int rate) {}
}
