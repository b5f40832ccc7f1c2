package io.feedmill.common.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open work, and the leases of the workers that sweep it. Thread-safe. */
public interface OutboxStore {

    /** The number of shards; they count from 0. */
    int shards();

    /**
     * The oldest rows of work that was accepted before this time. Strongly consistent: a note of the shard says what is not there.
     *
     * @param after continues after this sort key; null: from the oldest
     * @param limit maximum of rows, those that are passed over included
     */
    OutboxPage rows(int shard, Instant before, @Nullable String after, int limit);

    /** Whether the work is open. Strongly consistent. */
    boolean holds(OpenWork work);

    /** Puts back the row of open work that has lost it: a sweep sends its message. Returns false if the row is there. */
    boolean reopen(OpenWork work);

    /** Records one more resend and the earliest time of the next. Returns false if another worker was faster. */
    boolean claim(OutboxRow row, Instant nextDue);

    /** Sets the earliest time of the next resend: the work goes on in a message that is sent already. An absent row is no error. */
    void postpone(OpenWork work, Instant nextDue);

    /** Removes the row; an absent one is no error. */
    void remove(OpenWork work);

    /**
     * Moves the row of work whose own row is absent to the partition {@code orphans}, where no sweep reads it, in one transaction. Returns false if the
     * outbox row is gone.
     */
    boolean orphan(OutboxRow row);

    /**
     * Extends the lease of a sweeping worker to this time from now, and deletes some that are over for long. Returns all workers with a lease, this one among
     * them, in the same order to each of them. Eventually consistent: others may see a worker that begins a round later.
     */
    List<String> lease(String worker, Duration time);

    /** Ends the lease of a worker; an absent one is no error. */
    void release(String worker);

    /**
     * Open work.
     *
     * @param resends number of resends of its message
     * @param due earliest time of the next resend; null before the first
     */
    record OutboxRow(OpenWork work, int resends, @Nullable Instant due) {

        /** The row of new work. */
        public OutboxRow(OpenWork work) {
            this(work, 0, null);
        }
    }

    /**
     * A page of a shard, oldest first.
     *
     * @param malformed sort keys of rows that no version writes; passed over
     * @param newer sort keys of rows of a newer version; passed over
     * @param next the sort key to continue after; null at the end
     */
    record OutboxPage(
            List<OutboxRow> rows,
            List<String> malformed,
            List<String> newer,
            @Nullable String next) {}
}
