package io.feedmill.common.outbox;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open jobs. Reads are strongly consistent. Thread-safe. */
public interface OutboxStore {

    /** The number of shards; they count from 0. */
    int shards();

    /** Up to {@code limit} rows of the shard after {@code after} (null: from the oldest), oldest first. */
    List<OutboxRow> rows(int shard, @Nullable JobId after, int limit);

    /** Whether the shard has the job's row. */
    boolean holds(int shard, JobId job);

    /** Records one more resend and the earliest time of the next. Returns false if another worker was faster. */
    boolean claim(OutboxRow row, Instant nextDue);

    /** Removes the row; an absent one is no error. */
    void remove(OutboxRow row);

    /**
     * A job that was accepted and is not yet complete.
     *
     * @param resends number of resends of its plan
     * @param due earliest time of the next resend; null before the first
     */
    record OutboxRow(
            int shard,
            JobId job,
            UserId author,
            int resends,
            @Nullable Instant due) {}
}
