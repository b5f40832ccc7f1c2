package io.feedmill.cli.audit;

import io.feedmill.common.key.JobId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an audit has found so far. */
public final class Results {
    private final int kept;
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);
    private final Map<Finding.Kind, Long> kinds = new EnumMap<>(Finding.Kind.class);
    private final List<Finding> first = new ArrayList<>();
    private @Nullable JobId oldestOpen;

    /** Goes on from there. Keeps so many findings, and counts all. */
    Results(int kept, Snapshot earlier) {
        this.kept = kept;
        counts.putAll(earlier.counts());
        kinds.putAll(earlier.kinds());
        first.addAll(earlier.first());
        oldestOpen = earlier.oldestOpen();
    }

    /**
     * Results as they stand.
     *
     * @param first findings in the order in which they came, not all if there are many
     * @param oldestOpen the job that is open for the longest time; null if none is
     */
    public record Snapshot(
            Map<Count, Long> counts,
            Map<Finding.Kind, Long> kinds,
            List<Finding> first,
            @Nullable JobId oldestOpen) {
        static final Snapshot EMPTY = new Snapshot(Map.of(), Map.of(), List.of(), null);

        public long count(Count count) {
            return counts.getOrDefault(count, 0L);
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

    void add(Count count, long more) {
        counts.merge(count, more, Long::sum);
    }

    void found(Finding finding) {
        kinds.merge(finding.kind(), 1L, Long::sum);
        if (first.size() < kept) {
            first.add(finding);
        }
    }

    void open(JobId job) {
        add(Count.OPEN_JOBS, 1);
        if (oldestOpen == null || job.compareTo(oldestOpen) < 0) {
            oldestOpen = job;
        }
    }
}
