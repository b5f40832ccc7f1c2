package io.feedmill.worker.follow;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.follow.FollowChange.Kind;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.outbox.OpenWork;
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
                .collect(Collectors.toMap(
                        Function.identity(),
                        kind -> counter(
                                registry,
                                "feedmill.upkeep.reconciled",
                                "Follows, unfollows and rebuilds whose home feed is reconciled",
                                "change",
                                kind)));
        puts = rows(registry, "put");
        deletes = rows(registry, "delete");
    }

    private static Counter rows(MeterRegistry registry, String write) {
        return counter(
                registry,
                "feedmill.upkeep.rows",
                "Writes to home feeds by follows, unfollows and rebuilds, also repeated ones",
                "write",
                write);
    }

    public void reconciled(OpenWork work) {
        Objects.requireNonNull(reconciled.get(work.kind())).increment();
    }

    public void written(List<HomeWrite> writes) {
        long put = writes.stream().filter(HomeWrite.Put.class::isInstance).count();
        puts.increment((double) put);
        deletes.increment((double) writes.size() - put);
    }
}
