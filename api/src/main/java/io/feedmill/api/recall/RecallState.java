package io.feedmill.api.recall;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.Recall.RecallEnd;
import org.jspecify.annotations.Nullable;

/**
 * What an instance knows of a recalled post. Times are of a monotonic clock, in nanoseconds.
 *
 * @param since it was recalled before this time, and a read that began later shows it
 * @param end as it was read; null: it has none, or its row is absent
 * @param until when it is no longer in force; null: it has not ended
 */
record RecallState(
        Kind kind,
        long since,
        @Nullable RecallEnd end,
        @Nullable Long until) {

    static RecallState added(Recall recall, long since) {
        return new RecallState(recall.kind(), since, null, null);
    }

    /** No change follows a retraction. */
    RecallState with(Kind other) {
        return new RecallState(other == Kind.RETRACTED ? other : kind, since, end, until);
    }

    boolean isInForce(long now) {
        return until == null || until - now > 0;
    }

    /** Returns what is known after a read of all recalls that had this row. */
    static RecallState read(Recall row, @Nullable RecallState old, long began, long ended) {
        RecallState read = old == null ? added(row, began) : old.with(row.kind());
        RecallEnd end = row.end();
        if ((old != null && old.isAddedSince(began)) || (end != null && end.equals(read.end))) {
            return read;
        }
        Long until = end == null ? null : ended + end.keepAfterEnd().toNanos();
        return new RecallState(read.kind, read.since, end, until);
    }

    /** Returns what is known after a read of all recalls that lacked it: its row was deleted long after its end, or it never had one. */
    RecallState missing(long began, long ended) {
        return isAddedSince(began) || until != null
                ? this
                : new RecallState(kind, since, null, ended + HandlerLife.LAST_WRITE.toNanos());
    }

    private boolean isAddedSince(long began) {
        return since - began >= 0;
    }
}
