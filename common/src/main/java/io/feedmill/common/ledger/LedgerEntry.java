package io.feedmill.common.ledger;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** An event; {@code at} has the precision of a second. */
public sealed interface LedgerEntry {
    Instant at();

    sealed interface OfPost extends LedgerEntry {
        PostId post();

        UserId author();
    }

    /** The post was accepted, and its fan-out is complete, in this number of slices; 0: it was delivered inline. */
    record Posted(PostId post, UserId author, Instant at, long delivered, long skipped, long slices)
            implements OfPost {}

    record Retracted(PostId post, UserId author, Instant at) implements OfPost {}

    /** New viewers viewed the post. */
    record Viewed(PostId post, UserId author, Instant at, long count) implements OfPost {}

    sealed interface OfDeadLetters extends LedgerEntry {
        DeadLetters messages();
    }

    /** A redrive of dead-letter messages began. Without a {@link Redriven} after it, it was interrupted. */
    record RedriveBegun(DeadLetters messages, Instant at) implements OfDeadLetters {
        public RedriveBegun {
            at = at.truncatedTo(ChronoUnit.SECONDS);
        }
    }

    /** Dead-letter messages were redriven to their queue. */
    record Redriven(DeadLetters messages, Instant at, long moved) implements OfDeadLetters {
        public Redriven {
            at = at.truncatedTo(ChronoUnit.SECONDS);
        }
    }

    /** An event of a newer version. It is only read, never written. */
    record Unknown(String event, Instant at) implements LedgerEntry {}

    /** The dead-letter messages of a queue (without prefix) with this reason (null: all), and the maximum rate a second. */
    record DeadLetters(String queue, @Nullable String reason, int rate) {}
}
