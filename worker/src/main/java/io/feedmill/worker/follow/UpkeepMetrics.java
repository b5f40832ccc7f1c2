package io.feedmill.worker.follow;

import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.follow.PairChange.Kind;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.worker.metrics.Counters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The metrics of the upkeep of home feeds. Thread-safe. */
@Component
public final class UpkeepMetrics {
    private final Map<String, Counter> reconciled;
    private final Counter puts;
    private final Counter deletes;

    public UpkeepMetrics(MeterRegistry registry) {
        reconciled = Stream.of(Kind.FOLLOW.value(), Kind.UNFOLLOW.value(), Rebuild.KIND)
                .collect(Collectors.toMap(Function.identity(), kind -> reconciled(registry, kind)));
        puts = rows(registry, "put");
        deletes = rows(registry, "delete");
    }

    private static Counter reconciled(MeterRegistry registry, String kind) {
        return Counters.counter(
                registry,
                "feedmill.upkeep.reconciled",
                "Follows, unfollows and rebuilds whose home feed is reconciled",
                "change",
                kind);
    }

    private static Counter rows(MeterRegistry registry, String write) {
        return Counters.counter(
                registry,
                "feedmill.upkeep.rows",
                "Writes to home feeds by follows, unfollows and rebuilds, also repeated ones",
                "write",
                write);
    }

    /** Counts work whose home feed is reconciled. */
    public void reconciled(OpenWork work) {
        Objects.requireNonNull(reconciled.get(work.kind())).increment();
    }

    /** Counts writes as they are sent. */
    public void written(List<HomeWrite> writes) {
        long put = writes.stream().filter(HomeWrite.Put.class::isInstance).count();
        puts.increment((double) put);
        deletes.increment((double) writes.size() - put);
    }
}
