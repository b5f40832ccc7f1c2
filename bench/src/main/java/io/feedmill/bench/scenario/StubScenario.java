package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Deliveries to a store that takes no time: what the client costs, and what Feedmill adds. */
final class StubScenario implements Scenario {
    private static final int FOLLOWERS = 10_000;

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
        Posts posts = Posts.by(GeneratedFollowers.author(FOLLOWERS, "client"), setting.pick(4, 30), FOLLOWERS);
        try (OnStub bed = OnStub.start(setting, UnaryOperator.identity(), 1, Map.of())) {
            List<Contender> contenders = List.of(bed.feedmill(Feedmill.NAME, posts));
            return Result.of(
                    new Figures(title(), Metric.CPU_MICROS, setting.rounds().run(contenders, setting.screen()::say)));
        }
    }
}
