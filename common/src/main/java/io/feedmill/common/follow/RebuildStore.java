package io.feedmill.common.follow;

import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rebuilds of home feeds: of each user the last one. Thread-safe. */
public interface RebuildStore {
    /** The minimum time between the begins of two rebuilds of a home feed that clients ask for. */
    Duration PAUSE = Duration.ofHours(1);

    /** How long a completed rebuild can be read. */
    Duration RETENTION = Duration.ofDays(30);

    /** Begins a rebuild, in one transaction: its row and an outbox row. On condition that the last one began at least this pause ago. */
    BeginResult begin(UserId user, Duration pause);

    /** As {@link #begin(UserId, Duration)}, with {@link #PAUSE}. */
    default BeginResult begin(UserId user) {
        return begin(user, PAUSE);
    }

    /** Returns the user's last rebuild. Strongly consistent. */
    Optional<LastRebuild> find(UserId user);

    /**
     * Records how far the rebuild came, and puts off its next resend; on condition that it is the last one, not complete, and exactly this far. So of
     * several messages from one position one wins. Returns false if this one lost.
     *
     * @param nextDue earliest time of the next resend
     */
    boolean advance(OpenWork work, Reached from, Reached reached, Instant nextDue);

    /**
     * Completes the rebuild if it is the last one, and removes its outbox row, in one transaction. A repetition changes nothing, and returns false, as
     * does the end of an earlier rebuild.
     */
    boolean end(OpenWork work, long authors);

    /**
     * A rebuild.
     *
     * @param tick when it began
     * @param reached how far it came
     * @param completedAt null before its end
     */
    record LastRebuild(long tick, Reached reached, @Nullable Instant completedAt) {

        public Instant startedAt() {
            return Ticks.toInstant(tick);
        }

        /** Whether this is the rebuild, and goes on. */
        public boolean isOpen(OpenWork work) {
            return tick == work.tick() && completedAt == null;
        }
    }

    /** The outcome of a begin. */
    sealed interface BeginResult {

        /** The rebuild has begun. */
        record Begun(OpenWork work) implements BeginResult {}

        /** The last one began less than the pause ago. */
        record TooSoon(LastRebuild last) implements BeginResult {}
    }
}
