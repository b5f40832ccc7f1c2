package io.feedmill.api.recall;

import io.feedmill.common.key.JobId;
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
    /** As long the row of an ended recall stays, and longer. */
    private static final Duration ROW = Duration.ofMinutes(20);

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
     * What is known of a post that was recalled before {@code since}: a read that began later shows it. As far as notices tell, {@code change} is the
     * only one that has recalled it; null: unknown. Its end is as read or noticed; null: none, or without a row. It is in force {@code until} then.
     */
    private record State(
            Kind kind,
            long since,
            @Nullable JobId change,
            @Nullable RecallEnd end,
            @Nullable Long until) {

        /** No change follows a retraction. */
        State with(Kind other) {
            return new State(other == Kind.RETRACTED ? other : kind, since, change, end, until);
        }

        /** Returns what is known after this notice. A change that is known already begins nothing anew. */
        State with(Recall recall, @Nullable JobId by, Time now) {
            boolean known = by == null ? until == null : by.equals(change);
            if (recall.end() != null) {
                return known ? ended(recall.end(), now.nanos()) : this;
            }
            return known
                    ? with(recall.kind())
                    : new State(recall.kind(), now.nanos(), until == null ? null : by, null, null).with(kind);
        }

        State ended(RecallEnd at, long seen) {
            return at.equals(end)
                    ? this
                    : new State(
                            kind, since, change, at, seen + at.keepAfterEnd().toNanos());
        }

        boolean isInForce(long now) {
            return until == null || until - now > 0;
        }

        /** Returns what is known after a read of all recalls that had this row. */
        static State read(Recall row, @Nullable State old, long began, long ended) {
            State read = old == null ? new State(row.kind(), began, null, null, null) : old.with(row.kind());
            RecallEnd end = row.end();
            if (old != null && (old.isAddedSince(began) || old.isEndedSince(began))) {
                return read;
            }
            return end == null ? new State(read.kind, read.since, read.change, null, null) : read.ended(end, ended);
        }

        /** Returns what is known after a read of all recalls that lacked it: its row was deleted long after its end, or it never had one. */
        State missing(long began, long ended) {
            return isAddedSince(began) || until != null
                    ? this
                    : new State(kind, since, change, null, ended + HandlerLife.LAST_WRITE.toNanos());
        }

        private boolean isEndedSince(long began) {
            return until != null && end != null && until - end.keepAfterEnd().toNanos() - began >= 0;
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

    /**
     * Adds what a change has recalled before this time, or ended; null: an unknown one, maybe one that is known. Returns whether notices may not tell when
     * the recall ends, or whether another change has begun it anew.
     */
    boolean add(Recall recall, @Nullable JobId change, Time since) {
        if (recalls.size() >= max && !recalls.containsKey(recall.post())) {
            leftOut = since;
            return false;
        }
        State none = new State(recall.kind(), since.nanos(), change, null, null);
        State now =
                recalls.compute(recall.post(), (post, old) -> (old == null ? none : old).with(recall, change, since));
        return now.until == null && (now.change == null || recall.end() != null);
    }

    /** Forgets those whose rows are deleted by now. Returns the number of the others. */
    int forget(long now) {
        recalls.values().removeIf(recall -> !recall.isInForce(now - ROW.toNanos()));
        return recalls.size();
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
