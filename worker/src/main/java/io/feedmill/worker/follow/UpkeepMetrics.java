package io.feedmill.worker.follow;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.follow.FollowChange.Kind;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.outbox.OpenWork;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The metrics of the upkeep of home feeds. Thread-safe. */
@Component
public final class UpkeepMetrics {
    private final MeterRegistry registry;

    public UpkeepMetrics(MeterRegistry registry) {
        this.registry = registry;
        Stream.of(Kind.FOLLOW.value(), Kind.UNFOLLOW.value(), Kind.REQUEST.value(), Rebuild.KIND)
                .forEach(this::reconciled);
        Stream.of("put", "delete").forEach(this::rows);
    }

    private Counter reconciled(String kind) {
        String description = "Follows, unfollows, requests and rebuilds whose work has ended";
        return counter(registry, "feedmill.upkeep.reconciled", description, "change", kind);
    }

    private Counter rows(String write) {
        String description = "Writes to home feeds by follows, unfollows and rebuilds, also repeated ones";
        return counter(registry, "feedmill.upkeep.rows", description, "write", write);
    }

    public void reconciled(OpenWork work) {
        reconciled(work.kind()).increment();
    }

    public void written(List<HomeWrite> writes) {
        long put = writes.stream().filter(HomeWrite.Put.class::isInstance).count();
        rows("put").increment((double) put);
        rows("delete").increment((double) writes.size() - put);
    }
}
