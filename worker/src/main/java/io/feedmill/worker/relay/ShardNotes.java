package io.feedmill.worker.relay;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.OpenWork;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The notes of one worker: of each shard that it has read to the end, until when all jobs were complete then. Thread-safe. */
public final class ShardNotes {
    /** How far the clocks of the API that accepts a post and of this worker may differ. */
    private static final Duration CLOCKS = Duration.ofSeconds(5);

    /** A read sees all jobs that were accepted this time before it. */
    static final Duration MARGIN = DynamoClients.LONGEST_BRIEF_CALL.plus(CLOCKS);

    /** The patience is not much longer than the margin while queues are short. Else younger rows are too many to be read. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    private final Map<Integer, NoteStore.Note> notes = new ConcurrentHashMap<>();
    private final BooleanSupplier clockIsRight;
    private final Clock clock;

    /** @param clockIsRight whether this worker's clock is; else there are no new notes */
    public ShardNotes(BooleanSupplier clockIsRight, Clock clock) {
        this.clockIsRight = clockIsRight;
        this.clock = clock;
    }

    /** Begins a read of a shard for work that was accepted before {@code horizon}, and for younger jobs. */
    Note begin(int shard, Instant horizon) {
        Instant margin = clock.instant().minus(MARGIN);
        boolean longQueues = Duration.between(horizon, margin).compareTo(YOUNG) > 0;
        return new Note(shard, longQueues || horizon.isAfter(margin) ? horizon : margin, margin);
    }

    /** Takes the notes since the last call: each is raised once. */
    public Map<Integer, NoteStore.Note> take() {
        Map<Integer, NoteStore.Note> taken = Map.copyOf(notes);
        notes.clear();
        return taken;
    }

    /** The note of a read that is under way. */
    final class Note {
        private final int shard;

        /** The read sees work that was accepted before then. */
        final Instant end;

        private @Nullable OpenWork oldest;
        private Instant until;

        private Note(int shard, Instant end, Instant margin) {
            this.shard = shard;
            this.end = end;
            this.until = end.isBefore(margin) ? end : margin;
        }

        /** The read has seen open work that may be a job; if nobody knows when it was accepted, there is no note. */
        void hold(String sortKey) {
            Instant accepted = OpenWork.acceptedAt(sortKey).orElse(Instant.MIN);
            until = accepted.isBefore(until) ? accepted : until;
        }

        /** The read has seen an open job. The first one is the oldest: of its author it holds followers only. */
        void list(OpenWork job) {
            oldest = oldest == null ? job : oldest;
            if (!job.author().equals(oldest.author())) {
                hold(job.sortKey());
            }
        }

        /** The read has seen all of the shard. */
        void write() {
            if (until.isAfter(Instant.MIN) && clockIsRight.getAsBoolean()) {
                OpenWork job = oldest;
                notes.put(
                        shard,
                        job != null && job.acceptedAt().isBefore(until)
                                ? new NoteStore.Note(until, job.author(), job.acceptedAt())
                                : new NoteStore.Note(until));
            }
        }
    }
}
