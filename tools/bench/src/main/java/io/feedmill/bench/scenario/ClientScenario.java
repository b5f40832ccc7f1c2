package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.limit.Limit;
import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.micro.RunningJvm;
import io.feedmill.bench.peer.AllAtOnce;
import io.feedmill.bench.peer.EnhancedBatches;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import io.feedmill.bench.work.Deliveries;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Deliveries to a store that takes no time: what the client costs alone, and what Feedmill adds. */
final class ClientScenario implements Scenario {
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 4;

    @Override
    public String id() {
        return "client";
    }

    @Override
    public String title() {
        return "deliveries to an instant store";
    }

    @Override
    public Result run(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(4, 20));
        Posts posts = Posts.by(GeneratedFollowers.author(FOLLOWERS, "client"), deliveries.posts(), FOLLOWERS);
        try (OnStub bed = OnStub.start(setting, UnaryOperator.identity(), 1, Map.of());
                RunningJvm worker =
                        RunningJvm.attach(bed.stack().workers().getFirst().pid())) {
            Endpoints endpoints = bed.endpoints();
            try (Limits limits = Limits.of(endpoints);
                    EnhancedBatches batches = new EnhancedBatches(endpoints.dynamoDb(), deliveries);
                    AllAtOnce allAtOnce = new AllAtOnce(endpoints.dynamoDb(), deliveries)) {
                Limit limit = limits.batchWrites(deliveries);
                Feedmill feedmill = setting.warmedUp(bed.feedmill(Feedmill.NAME, posts), WARM_UPS);
                List<Contender> contenders =
                        List.of(limit, feedmill.measuredBy(() -> allocating(feedmill, worker)), batches, allAtOnce);
                Figures figures = new Figures(
                        title(), Metric.CPU_MICROS, setting.rounds().run(contenders, setting.screen()::say));
                double ratio = figures.ratio(Feedmill.NAME, limit.name(), Metric.CPU_MICROS)
                        .median();
                return Result.of(figures, Goal.DELIVERY_CPU.measured(ratio));
            }
        }
    }

    /** Feedmill, and what its worker allocates. */
    private static Sample allocating(Feedmill feedmill, RunningJvm worker) {
        long before = worker.allocatedBytes();
        Sample sample = feedmill.run();
        long allocated = worker.allocatedBytes() - before;
        return sample.with(
                Metric.ALLOCATED_BYTES, (double) allocated / feedmill.posts().deliveries());
    }
}
