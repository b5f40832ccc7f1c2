package io.feedmill.cli.audit;

import io.feedmill.common.key.JobId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counts and findings of an audit so far. */
public final class AuditResults {
    private final int maxFindings;
    private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    private final Map<Finding.Kind, Long> kinds = new EnumMap<>(Finding.Kind.class);
    private final List<Finding> first = new ArrayList<>();
    private @Nullable JobId oldestOpen;

    /** Continues from earlier results. Counts all findings and keeps the first of them. */
    AuditResults(int maxFindings, Snapshot earlier) {
        this.maxFindings = maxFindings;
        counts.putAll(earlier.counts());
        kinds.putAll(earlier.kinds());
        first.addAll(earlier.first());
        oldestOpen = earlier.oldestOpen();
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
        /** Items that may or may not exist: the user followed after the post, or less than the margin before it. */
        NOT_JUDGED,
        /** Rows of home feeds that the scan read. */
        SCANNED,
        OPEN_JOBS,
        /** Items sent to the workers for repair. */
        SENT_ITEMS,
        SENT_MESSAGES
    }

    /**
     * Results at one moment.
     *
     * @param first the first findings, up to the maximum that is kept
     * @param oldestOpen the oldest open job; null if none is open
     */
    public record Snapshot(
            Map<Counter, Long> counts,
            Map<Finding.Kind, Long> kinds,
            List<Finding> first,
            @Nullable JobId oldestOpen) {
        static final Snapshot EMPTY = new Snapshot(Map.of(), Map.of(), List.of(), null);

        public long count(Counter counter) {
            return counts.getOrDefault(counter, 0L);
        }

        public long count(Finding.Kind kind) {
            return kinds.getOrDefault(kind, 0L);
        }

        public long findings() {
            return kinds.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    Snapshot snapshot() {
        return new Snapshot(Map.copyOf(counts), Map.copyOf(kinds), List.copyOf(first), oldestOpen);
    }

    void add(Counter counter, long more) {
        counts.merge(counter, more, Long::sum);
    }

    void found(Finding finding) {
        kinds.merge(finding.kind(), 1L, Long::sum);
        if (first.size() < maxFindings) {
            first.add(finding);
        }
    }

    void open(JobId job) {
        add(Counter.OPEN_JOBS, 1);
        if (oldestOpen == null || job.compareTo(oldestOpen) < 0) {
            oldestOpen = job;
        }
    }
}
