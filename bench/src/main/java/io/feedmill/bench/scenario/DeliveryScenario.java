package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.workload.Followers;
import java.util.List;
import java.util.Map;

/** Deliveries on DynamoDB Local, where the store is what takes the time. */
final class DeliveryScenario implements Scenario {
    private static final String AUTHOR = "author";

    @Override
    public String id() {
        return "delivery";
    }

    @Override
    public String title() {
        return "deliveries on DynamoDB Local";
    }

    @Override
    public Result run(Setting setting) {
        int followers = setting.pick(1_000, 10_000);
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack feedmill =
                        FeedmillStack.start(emulators, emulators.endpoints(), 1, Map.of(), setting.screen())) {
            Followers.of(AUTHOR, followers).follow(feedmill.client());
            Posts posts = Posts.by(AUTHOR, 4, followers);
            List<Contender> contenders = List.of(new Feedmill(
                    Feedmill.NAME, new FanOut(feedmill.client()), posts, feedmill.workersCpu(), emulators.storeCpu()));
            List<Series> series = setting.rounds().run(contenders, setting.screen()::say);
            return Result.of(new Figures(title(), Metric.DELIVERIES_PER_SECOND, series));
        }
    }
}
