package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.ArticleLoop;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.Followers;
import io.feedmill.bench.stub.InstantStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Deliveries to a store with a latency of 10 ms, as in a region under load, and without a capacity limit. */
public final class LatencyScenario implements Scenario {
    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 10;
    private static final int LOOP_FOLLOWERS = 20;

    @Override
    public String id() {
        return "latency";
    }

    @Override
    public String title() {
        return "deliveries to a store with a latency of 10 ms";
    }

    @Override
    public Result run(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(2, 8));
        Posts posts = Posts.by(Followers.author(FOLLOWERS, id()), deliveries.posts(), FOLLOWERS);
        try (Emulators emulators = setting.emulators();
                InstantStore store = InstantStore.start(emulators)) {
            Endpoints endpoints = emulators.endpoints().withStore(store.endpoint());
            try (FeedmillStack stack = FeedmillStack.start(emulators, endpoints, 1, Map.of());
                    BareCalls bare = new BareCalls(endpoints);
                    ArticleLoop loop = new ArticleLoop(store.endpoint(), deliveries.sample(LOOP_FOLLOWERS))) {
                Feedmill feedmill = setting.warmedUp(stack.feedmill(Feedmill.NAME, posts, store.cpu()), WARM_UPS);
                store.latency(LATENCY);
                Figures figures = setting.compare(
                        title(), Metric.DELIVERIES_PER_SECOND, List.of(bare.writes(deliveries), feedmill, loop));
                return Result.of(
                        figures,
                        Goal.LOOP_10MS.measured(figures.ratio(Feedmill.NAME, loop.name(), Metric.DELIVERIES_PER_SECOND)
                                .median()));
            }
        }
    }
}
