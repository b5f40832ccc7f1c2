package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.BareWrites;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.Followers;
import io.feedmill.bench.stub.InstantStore;
import java.util.List;
import java.util.Map;

/** Deliveries to a store that answers at once: the CPU of the bare client, and the CPU that Feedmill adds. */
public final class InstantDeliveryScenario implements Scenario {
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 4;

    @Override
    public String id() {
        return "instant";
    }

    @Override
    public String title() {
        return "deliveries to an instant store";
    }

    @Override
    public Result run(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(4, 20));
        Posts posts = Posts.by(Followers.author(FOLLOWERS, id()), deliveries.posts(), FOLLOWERS);
        try (Emulators emulators = setting.emulators();
                InstantStore store = InstantStore.start(emulators)) {
            Endpoints endpoints = emulators.endpoints().withStore(store.endpoint());
            try (FeedmillStack stack = FeedmillStack.start(emulators, endpoints, 1, Map.of());
                    BareCalls bare = new BareCalls(endpoints)) {
                Feedmill feedmill = setting.warmedUp(stack.feedmill(Feedmill.NAME, posts, store.cpu()), WARM_UPS);
                BareWrites limit = bare.writes(deliveries);
                Figures figures = setting.compare(title(), Metric.CPU_MICROS, List.of(limit, feedmill));
                return Result.of(
                        figures,
                        Goal.DELIVERY_CPU.measured(figures.ratio(Feedmill.NAME, limit.name(), Metric.CPU_MICROS)
                                .median()));
            }
        }
    }
}
