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
import io.feedmill.bench.servers.InstantStore;
import io.feedmill.common.key.Ticks;
import io.feedmill.stack.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Deliveries to the 10,000 followers of one author, on two stores; a turn takes a second or two. */
final class DeliveryScenario {
    private static final String AUTHOR = "author";
    private static final int FOLLOWERS = 10_000;
    private static final int POSTS_TO_INSTANT_STORE = 5;

    /** The slow peer delivers to a sample of the followers. */
    private static final int SAMPLE = 200;

    private static final Duration AWAY = Duration.ofDays(14);

    private static final int WARM_UPS = 6;
    private static final int ROUNDS = 20;

    private DeliveryScenario() {}

    static Scenario.Result onDynamoDbLocal(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, 1);
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 1);
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            Contender limit = bare.writes(deliveries);
            Contender article = bare.loop(deliveries.sample(SAMPLE));
            Figures figures = compare(setting, feedmill, deliveries, limit, article);
            return Scenario.Result.of(
                    figures,
                    figures.judge(Goal.DELIVERY_LIMIT, limit),
                    figures.judge(Goal.DELIVERY_CPU, limit, Metric.CPU_MICROS),
                    figures.judge(Goal.LOOP, article));
        }
    }

    static Scenario.Result onInstantStore(Setting setting) {
        Deliveries deliveries = Deliveries.of(FOLLOWERS, POSTS_TO_INSTANT_STORE);
        try (Platform platform = setting.platform();
                InstantStore store = InstantStore.start(platform);
                Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 1);
                BareCalls bare = new BareCalls(store.endpoints())) {
            Contender limit = bare.writes(deliveries);
            Figures figures = compare(setting, feedmill, deliveries, limit);
            return Scenario.Result.of(figures, figures.judge(Goal.INSTANT_CPU, limit, Metric.CPU_MICROS));
        }
    }

    /** Deliveries to active readers, while slices pass over those who are away and while they do not. */
    static Scenario.Result besideDormantReaders(Setting setting) {
        List<String> readers = Deliveries.of(FOLLOWERS, 1).recipients();
        Posts posts = Posts.by(AUTHOR, 1, FOLLOWERS);
        long now = Ticks.ofInstant(Instant.now());
        try (Platform with = setting.platform();
                Platform without = setting.platform();
                BareCalls bare = new BareCalls(Endpoints.of(with.servers()))) {
            bare.seen(readers.stream().collect(Collectors.toMap(reader -> reader, reader -> now)));
            bare.away(AWAY);
            try (Feedmill passesOver = Feedmill.start(with, Endpoints.of(with.servers()), 1);
                    Feedmill delivers = Feedmill.start(without, Endpoints.of(without.servers()), 1)) {
                passesOver.follow(AUTHOR, readers);
                delivers.follow(AUTHOR, readers);
                return Scenario.Result.of(setting.compare(
                        "deliveries to active readers",
                        Metric.DELIVERIES_PER_SECOND,
                        WARM_UPS,
                        ROUNDS,
                        List.of(
                                Contender.peer("A off", () -> delivers.deliver(posts)),
                                passesOver.delivers("A = 14 days", posts))));
            }
        }
    }

    private static Figures compare(Setting setting, Feedmill feedmill, Deliveries deliveries, Contender... others) {
        feedmill.follow(AUTHOR, deliveries.recipients());
        Contender ours = feedmill.delivers(Contender.FEEDMILL, Posts.by(AUTHOR, deliveries.posts(), FOLLOWERS));
        return setting.compare(
                "deliveries", Metric.DELIVERIES_PER_SECOND, WARM_UPS, ROUNDS, CallScenario.with(ours, others));
    }
}
