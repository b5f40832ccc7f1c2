package io.feedmill.worker.relay;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.outbox.OpenWork;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** The notes of one worker: of each shard that it has read to the end, until when all jobs were complete then. Thread-safe. */
public final class ShardNotes {
    /** How far the clocks of the API that accepts a post and of this worker may differ. */
    private static final Duration CLOCKS = Duration.ofSeconds(5);

    /** A read sees all jobs that were accepted this time before it. */
    static final Duration MARGIN = DynamoClients.LONGEST_CALL.plus(CLOCKS);

    private final Map<Integer, Instant> notes = new ConcurrentHashMap<>();
    private final BooleanSupplier clockIsRight;
    private final Clock clock;

    /** @param clockIsRight whether this worker's clock is; else there are no new notes */
    public ShardNotes(BooleanSupplier clockIsRight, Clock clock) {
        this.clockIsRight = clockIsRight;
        this.clock = clock;
    }

    /** Begins a read of a shard, which does not see work that was accepted at its end or later. */
    Note begin(int shard, Instant end) {
        Instant margin = clock.instant().minus(MARGIN);
        return new Note(shard, end.isBefore(margin) ? end : margin);
    }

    /** Returns the greatest note of each shard, but of forgotten ones. */
    public Map<Integer, Instant> all() {
        return Map.copyOf(notes);
    }

    /** Forgets these, unless they are raised since. */
    public void forget(Map<Integer, Instant> stored) {
        notes.entrySet().removeAll(stored.entrySet());
    }

    /** The note of a read that is under way. */
    final class Note {
        private final int shard;
        private Instant until;
        private boolean unknown;

        private Note(int shard, Instant until) {
            this.shard = shard;
            this.until = until;
        }

        /** The read has seen open work, which is a job or may be one. */
        void hold(String sortKey) {
            OpenWork.acceptedAt(sortKey)
                    .ifPresentOrElse(
                            accepted -> until = accepted.isBefore(until) ? accepted : until, () -> unknown = true);
        }

        /** The read has seen all of the shard. */
        void write() {
            if (!unknown && clockIsRight.getAsBoolean()) {
                notes.merge(shard, until, (a, b) -> a.isAfter(b) ? a : b);
            }
        }
    }
}
