package io.feedmill.worker.follow;

import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.outbox.PairChange;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.stereotype.Component;

/** The metrics of the upkeep of home feeds. Thread-safe. */
@Component
public final class UpkeepMetrics {
    private final Counter follows;
    private final Counter unfollows;
    private final Counter rebuilds;
    private final Counter puts;
    private final Counter deletes;

    public UpkeepMetrics(MeterRegistry registry) {
        follows = reconciled(registry, PairChange.Kind.FOLLOW);
        unfollows = reconciled(registry, PairChange.Kind.UNFOLLOW);
        rebuilds = reconciled(registry, PairChange.Kind.REBUILD);
        puts = rows(registry, "put");
        deletes = rows(registry, "delete");
    }

    private static Counter reconciled(MeterRegistry registry, PairChange.Kind kind) {
        return Counter.builder("feedmill.upkeep.reconciled")
                .description("Follows, unfollows and rebuilds whose home feed is reconciled")
                .tag("change", kind.value())
                .register(registry);
    }

    private static Counter rows(MeterRegistry registry, String write) {
        return Counter.builder("feedmill.upkeep.rows")
                .description("Writes to home feeds by follows, unfollows and rebuilds, also repeated ones")
                .tag("write", write)
                .register(registry);
    }

    /** Counts a change whose home feed is reconciled. */
    public void reconciled(PairChange.Kind kind) {
        switch (kind) {
            case FOLLOW -> follows.increment();
            case UNFOLLOW -> unfollows.increment();
            case REBUILD -> rebuilds.increment();
        }
    }

    /** Counts writes as they are sent. */
    public void written(List<HomeWrite> writes) {
        long put = writes.stream().filter(HomeWrite.Put.class::isInstance).count();
        puts.increment((double) put);
        deletes.increment((double) writes.size() - put);
    }
}
