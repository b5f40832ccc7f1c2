package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.StubStore;
import io.feedmill.stack.Platform;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Deliveries to the 10,000 followers of one author, on several stores; a turn takes a second or two. */
final class DeliveryScenario {
    private static final String AUTHOR = "author";
    private static final int FOLLOWERS = 10_000;
    private static final int POSTS_TO_INSTANT_STORE = 5;

    /** The slow peer delivers to a sample of the followers. */
    private static final int SAMPLE = 200;

    private static final Rounds ROUNDS = new Rounds(6, 8, 20);

    private DeliveryScenario() {}

    static Scenario.Result onDynamoDbLocal(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, 1);
        try (Platform platform = setting.platform();
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            Contender article = bare.loop(deliveries.sample(SAMPLE));
            Figures figures =
                    compare(setting, platform, Endpoints.of(platform.servers()), "DynamoDB Local", deliveries, article);
            return Scenario.Result.of(
                    figures,
                    figures.judge(Goal.DELIVERY_LIMIT, BareCalls.WRITES),
                    figures.judge(Goal.DELIVERY_CPU, BareCalls.WRITES, Metric.CPU_MICROS),
                    figures.judge(Goal.LOOP, article.name()));
        }
    }

    /** On stores that answer at once, or after a delay. */
    static Scenario.Result onStubs(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, POSTS_TO_INSTANT_STORE);
        List<Figures> all = Stream.concat(Stream.of(Duration.ZERO), CallScenario.DELAYS.stream())
                .map(delay -> {
                    try (Platform platform = setting.platform();
                            StubStore store = StubStore.start(platform, new StubStore.Options(delay, false))) {
                        String name = "a store of %d ms".formatted(delay.toMillis());
                        return compare(setting, platform, store.endpoints(), name, deliveries);
                    }
                })
                .toList();
        return new Scenario.Result(
                all, List.of(all.getFirst().judge(Goal.INSTANT_CPU, BareCalls.WRITES, Metric.CPU_MICROS)), List.of());
    }

    private static Figures compare(
            Setting setting,
            Platform platform,
            Endpoints endpoints,
            String store,
            Deliveries deliveries,
            Contender... others) {
        try (Feedmill feedmill = Feedmill.start(platform, endpoints, 1);
                BareCalls bare = new BareCalls(endpoints)) {
            feedmill.follow(AUTHOR, deliveries.recipients());
            Contender ours = feedmill.delivers(Contender.FEEDMILL, Posts.by(AUTHOR, deliveries.posts(), FOLLOWERS));
            List<Contender> all = Stream.concat(Stream.of(bare.writes(deliveries), ours), Stream.of(others))
                    .toList();
            return setting.compare("deliveries, " + store, Metric.DELIVERIES_PER_SECOND, ROUNDS, all);
        }
    }
}
