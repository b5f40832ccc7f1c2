package io.feedmill.common.outbox;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The register of open jobs. Reads are strongly consistent. Thread-safe. */
public interface OutboxStore {

    /** How many shards there are; they count from 0. */
    int shards();

    /** Up to {@code limit} rows of the shard behind {@code after} (null: from the oldest), oldest first. */
    List<OutboxRow> rows(int shard, @Nullable JobId after, int limit);

    /** Whether the job's row stands in the shard. */
    boolean holds(int shard, JobId job);

    /** Notes one more resend and when the next may follow; false where another worker was faster. */
    boolean claim(OutboxRow row, Instant nextDue);

    /** Removes the row; one that is not there is no error. */
    void remove(OutboxRow row);

    /**
     * A job that was accepted and is not yet complete.
     *
     * @param resends how often its plan was sent again
     * @param due when it may be sent again at the earliest; null: it never was
     */
    record OutboxRow(
            int shard,
            JobId job,
            UserId author,
            int resends,
            @Nullable Instant due) {}
}
