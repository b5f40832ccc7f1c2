package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.peer.ArticleLoop;
import io.feedmill.bench.peer.EnhancedBatches;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import io.feedmill.bench.stub.Pace;
import io.feedmill.bench.work.Deliveries;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Deliveries to a store that takes 10 ms for each answer, as one in the cloud does, and has capacity for everybody. */
final class LatencyScenario implements Scenario {
    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 10;
    private static final int OF_THE_LOOP = 20;
    private static final int OF_BATCHES = 1_000;

    @Override
    public String id() {
        return "latency";
    }

    @Override
    public String title() {
        return "deliveries to a store that takes 10 ms";
    }

    @Override
    public Result run(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(2, 8));
        Posts posts = Posts.by(GeneratedFollowers.author(FOLLOWERS, "latency"), deliveries.posts(), FOLLOWERS);
        try (OnStub bed = OnStub.start(setting, UnaryOperator.identity(), 1, Map.of())) {
            URI store = bed.store().endpoint();
            try (Limits limits = Limits.of(bed.endpoints());
                    ArticleLoop loop = new ArticleLoop(store, deliveries.sample(OF_THE_LOOP));
                    EnhancedBatches batches = new EnhancedBatches(store, deliveries.sample(OF_BATCHES))) {
                Feedmill feedmill = setting.warmedUp(bed.feedmill(Feedmill.NAME, posts), WARM_UPS);
                bed.store().pace(Pace.of(LATENCY));
                List<Contender> contenders = List.of(limits.batchWrites(deliveries), feedmill, loop, batches);
                Figures figures = new Figures(
                        title(), Metric.DELIVERIES_PER_SECOND, setting.rounds().run(contenders, setting.screen()::say));
                double ratio = figures.ratio(Feedmill.NAME, loop.name(), Metric.DELIVERIES_PER_SECOND)
                        .median();
                return Result.of(figures, Goal.LOOP_10MS.measured(ratio));
            }
        }
    }
}
