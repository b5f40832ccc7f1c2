package io.feedmill.cli.audit;

import io.feedmill.common.key.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The counts and findings of an audit so far. */
public final class AuditResults {
    /** Work that takes longer waits for something: the second look of an unfollow ends after four minutes. */
    static final Duration OVERDUE = Duration.ofMinutes(10);

    private final int maxFindings;
    private Snapshot now;

    /** Continues from earlier results. Counts all findings and keeps the first of them. */
    AuditResults(int maxFindings, Snapshot earlier) {
        this.maxFindings = maxFindings;
        this.now = earlier;
    }

    /** The counts of an audit other than its findings. */
    public enum Counter {
        AUTHORS,
        /** Posts in author feeds, tombstones included. */
        POSTS,
        /** Followers, each once per author. */
        FOLLOWERS,
        /** Items that must exist and were looked up. */
        ITEMS,
        /** Items that may or may not exist, for instance because the follow is too young. */
        NOT_JUDGED,
        /** Rows of home feeds that the scan read. */
        SCANNED,
        /** Rows of home feeds that would be extra, if no handler could still be working on their posts. */
        UNSETTLED,
        /** Those of them whose job is open. */
        UNSETTLED_OPEN,
        OPEN_JOBS,
        OVERDUE_JOBS,
        /** Pairs of users with a follow or unfollow whose home feed is not reconciled yet. */
        OPEN_PAIRS,
        OVERDUE_PAIRS,
        /** Missing and stale ones. */
        SENT_ITEMS,
        SENT_EXTRAS,
        /** Unfollows sent to the workers: those whose work was lost, and those that a block demands. */
        SENT_PAIRS,
        SENT_MESSAGES
    }

    /**
     * Results at one moment, with the first findings, and when the oldest open job and pair were accepted (null: none is open), and the last
     * unsettled row of those whose job has ended is settled (null: none is left).
     */
    public record Snapshot(
            Map<Counter, Long> counts,
            Map<Finding.Kind, Long> kinds,
            List<Finding> first,
            @Nullable Instant oldestOpen,
            @Nullable Instant oldestPair,
            @Nullable Instant settledAt) {
        static final Snapshot EMPTY = new Snapshot(Map.of(), Map.of(), List.of(), null, null, null);

        public long count(Counter counter) {
            return counts.getOrDefault(counter, 0L);
        }

        public long count(Finding.Kind kind) {
            return kinds.getOrDefault(kind, 0L);
        }

        public long findings() {
            return kinds.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Replaces the pairs that an earlier run counted by those that were accepted then. */
        Snapshot withPairs(Collection<Instant> accepted, Instant at) {
            Map<Counter, Long> counted = new HashMap<>(counts);
            counted.put(Counter.OPEN_PAIRS, (long) accepted.size());
            counted.put(
                    Counter.OVERDUE_PAIRS,
                    accepted.stream().filter(since -> isOverdue(since, at)).count());
            Instant oldest = accepted.stream().min(Comparator.naturalOrder()).orElse(null);
            return new Snapshot(counted, kinds, first, oldestOpen, oldest, settledAt);
        }

        /** Returns the results of both, with the first findings of each. */
        Snapshot plus(Snapshot other) {
            return new Snapshot(
                    sum(counts, other.counts),
                    sum(kinds, other.kinds),
                    Stream.concat(first.stream(), other.first.stream()).toList(),
                    first(oldestOpen, other.oldestOpen, Comparator.naturalOrder()),
                    first(oldestPair, other.oldestPair, Comparator.naturalOrder()),
                    first(settledAt, other.settledAt, Comparator.reverseOrder()));
        }

        private static <K> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
            Map<K, Long> sum = new HashMap<>(one);
            other.forEach((key, count) -> sum.merge(key, count, Long::sum));
            return Map.copyOf(sum);
        }

        private static @Nullable Instant first(
                @Nullable Instant one, @Nullable Instant other, Comparator<Instant> order) {
            return Stream.of(one, other).filter(Objects::nonNull).min(order).orElse(null);
        }
    }

    Snapshot snapshot() {
        return now;
    }

    void add(Counter counter, long more) {
        add(Map.of(counter, more), null, null);
    }

    private void add(Map<Counter, Long> counts, @Nullable Instant open, @Nullable Instant settledAt) {
        now = now.plus(new Snapshot(counts, Map.of(), List.of(), open, null, settledAt));
    }

    void found(Finding finding) {
        List<Finding> kept = now.first().size() < maxFindings ? List.of(finding) : List.of();
        now = now.plus(new Snapshot(Map.of(), Map.of(finding.kind(), 1L), kept, null, null, null));
    }

    void open(JobId job, Instant at) {
        Instant accepted = job.createdAt();
        long overdue = isOverdue(accepted, at) ? 1 : 0;
        add(Map.of(Counter.OPEN_JOBS, 1L, Counter.OVERDUE_JOBS, overdue), accepted, null);
    }

    /** Counts rows that are settled at these times; {@link Instant#MAX}: their job is open. */
    void unsettled(List<Instant> times) {
        List<Instant> ended =
                times.stream().filter(time -> !time.equals(Instant.MAX)).toList();
        long all = times.size();
        Instant last = ended.stream().max(Comparator.naturalOrder()).orElse(null);
        add(Map.of(Counter.UNSETTLED, all, Counter.UNSETTLED_OPEN, all - ended.size()), null, last);
    }

    private static boolean isOverdue(Instant accepted, Instant now) {
        return accepted.plus(OVERDUE).isBefore(now);
    }
}
