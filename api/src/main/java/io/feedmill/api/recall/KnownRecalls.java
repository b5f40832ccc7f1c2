package io.feedmill.api.recall;

import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.Recall.RecallEnd;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The recalls that an instance knows, up to a maximum. Counts how long they are in force by a monotonic clock, in nanoseconds. Thread-safe. */
final class KnownRecalls {
    /** Longer than a page takes: it may have taken its copy before. */
    private static final Duration PAGE = Duration.ofMinutes(1);

    private final Map<PostId, State> recalls = new ConcurrentHashMap<>();
    private final int max;

    /** When there was no room for a recall; null: all recalls since the last read of all are kept. */
    private volatile @Nullable Time leftOut;

    KnownRecalls(int max) {
        this.max = max;
    }

    /**
     * What is known of a recalled post.
     *
     * @param since it was recalled before this time, and a read that began later shows it
     * @param end as it was read; null: it has none, or its row is absent
     * @param until when it is no longer in force; null: it has not ended
     */
    private record State(
            Kind kind,
            long since,
            @Nullable RecallEnd end,
            @Nullable Long until) {

        /** No change follows a retraction. */
        State with(Kind other) {
            return new State(other == Kind.RETRACTED ? other : kind, since, end, until);
        }

        boolean isInForce(long now) {
            return until == null || until - now > 0;
        }

        /** Returns what is known after a read of all recalls that had this row. */
        static State read(Recall row, @Nullable State old, long began, long ended) {
            State read = old == null ? new State(row.kind(), began, null, null) : old.with(row.kind());
            RecallEnd end = row.end();
            if ((old != null && old.isAddedSince(began)) || (end != null && end.equals(read.end))) {
                return read;
            }
            return new State(
                    read.kind,
                    read.since,
                    end,
                    end == null ? null : ended + end.keepAfterEnd().toNanos());
        }

        /** Returns what is known after a read of all recalls that lacked it: its row was deleted long after its end, or it never had one. */
        State missing(long began, long ended) {
            return isAddedSince(began) || until != null
                    ? this
                    : new State(kind, since, null, ended + HandlerLife.LAST_WRITE.toNanos());
        }

        private boolean isAddedSince(long began) {
            return since - began >= 0;
        }
    }

    /** Returns the recall of the post that is in force; null: none. */
    @Nullable Kind kind(PostId post, long now) {
        State recall = recalls.get(post);
        return recall != null && recall.isInForce(now) ? recall.kind() : null;
    }

    /** Whether there was no room for all. */
    boolean lacksSome() {
        return leftOut != null;
    }

    /** Adds what was recalled before this time. */
    void add(Recall recall, Time since) {
        if (recalls.size() >= max && !recalls.containsKey(recall.post())) {
            leftOut = since;
            return;
        }
        State added = new State(recall.kind(), since.nanos(), null, null);
        recalls.merge(recall.post(), added, (old, same) -> same.with(old.kind()));
    }

    void read(List<Recall> listed, Time begin, Time end) {
        long began = begin.nanos();
        long ended = end.nanos();
        Set<PostId> posts = new HashSet<>();
        for (Recall recall : listed) {
            posts.add(recall.post());
            recalls.compute(recall.post(), (post, old) -> State.read(recall, old, began, ended));
        }
        recalls.replaceAll((post, old) -> posts.contains(post) ? old : old.missing(began, ended));
        recalls.entrySet()
                .removeIf(entry ->
                        !posts.contains(entry.getKey()) && !entry.getValue().isInForce(ended - PAGE.toNanos()));
        Time left = leftOut;
        if (listed.size() >= max) {
            leftOut = begin;
        } else if (left != null && left.isBefore(begin)) {
            leftOut = null;
        }
    }

    /** Returns the number of recalls in force. */
    int size(long now) {
        return (int) recalls.values().stream()
                .filter(recall -> recall.isInForce(now))
                .count();
    }
}
