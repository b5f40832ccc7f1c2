package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.Followers;
import io.feedmill.bench.servers.InstantStore;
import io.feedmill.stack.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Deliveries to one author's followers, on three stores. The slow peer delivers to a sample of the followers. */
final class DeliveryScenario {
    private static final int FOLLOWERS = 10_000;
    private static final String GENERATED = Followers.author(FOLLOWERS, "delivery");

    private DeliveryScenario() {}

    static Scenario.Result onDynamoDbLocal(Setting setting) {
        Deliveries deliveries = Deliveries.of(setting.pick(1_000, FOLLOWERS), 4);
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 1, Map.of());
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            feedmill.follow("author", deliveries.recipients());
            Contender limit = bare.writes(deliveries);
            Contender ours = ours(setting, feedmill, "author", deliveries, 10);
            Contender article = bare.loop(deliveries.sample(500));
            Figures figures = setting.compare(
                    "deliveries on DynamoDB Local", Metric.DELIVERIES_PER_SECOND, List.of(limit, ours, article));
            return Scenario.Result.of(
                    figures, figures.judge(Goal.DELIVERY_LIMIT, limit), figures.judge(Goal.LOOP_LOCAL, article));
        }
    }

    /** Measures the CPU of the bare client, and the CPU that Feedmill adds. */
    static Scenario.Result onInstantStore(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(4, 20));
        try (Platform platform = setting.platform();
                InstantStore store = InstantStore.start(platform);
                Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 1, Map.of());
                BareCalls bare = new BareCalls(store.endpoints())) {
            Contender limit = bare.writes(deliveries);
            Contender ours = ours(setting, feedmill, GENERATED, deliveries, 4);
            Figures figures =
                    setting.compare("deliveries to an instant store", Metric.CPU_MICROS, List.of(limit, ours));
            return Scenario.Result.of(figures, figures.judge(Goal.DELIVERY_CPU, limit));
        }
    }

    /** Measures deliveries as in a region under load, without a capacity limit. */
    static Scenario.Result withLatency(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(2, 8));
        try (Platform platform = setting.platform();
                InstantStore store = InstantStore.start(platform);
                Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 1, Map.of());
                BareCalls bare = new BareCalls(store.endpoints())) {
            Contender limit = bare.writes(deliveries);
            Contender ours = ours(setting, feedmill, GENERATED, deliveries, 10);
            Contender article = bare.loop(deliveries.sample(20));
            store.latency(Duration.ofMillis(10));
            Figures figures = setting.compare(
                    "deliveries at a latency of 10 ms", Metric.DELIVERIES_PER_SECOND, List.of(limit, ours, article));
            return Scenario.Result.of(figures, figures.judge(Goal.LOOP_10MS, article));
        }
    }

    private static Contender ours(
            Setting setting, Feedmill feedmill, String author, Deliveries deliveries, int warmUps) {
        Posts posts =
                Posts.by(author, deliveries.posts(), deliveries.recipients().size());
        return setting.warmedUp(feedmill.delivers(Contender.FEEDMILL, posts), warmUps);
    }
}
