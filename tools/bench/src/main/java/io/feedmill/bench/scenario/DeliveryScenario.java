package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.ArticleLoop;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.MessagePerFollower;
import io.feedmill.bench.servers.Emulators;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Posts;
import io.feedmill.bench.stub.Followers;
import io.feedmill.bench.stub.InstantStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Deliveries to one author's followers, on three stores. The slow peers deliver to a sample of the followers. */
public enum DeliveryScenario implements Scenario {
    DYNAMO_DB_LOCAL("delivery", "deliveries on DynamoDB Local") {
        @Override
        public Result run(Setting setting) {
            Deliveries deliveries = Deliveries.of(setting.pick(1_000, FOLLOWERS), 4);
            try (Emulators emulators = setting.emulators();
                    Feedmill feedmill = Feedmill.start(emulators, emulators.endpoints(), 1, Map.of());
                    BareCalls bare = new BareCalls(emulators.endpoints());
                    ArticleLoop loop = new ArticleLoop(emulators.endpoints().dynamoDb());
                    MessagePerFollower messages = new MessagePerFollower(emulators.endpoints())) {
                feedmill.follow("author", deliveries.recipients());
                Contender ours = feedmill.delivers(Contender.FEEDMILL, posts("author", deliveries));
                Contender limit = bare.writes(deliveries);
                Contender article = loop.contender(deliveries.sample(500));
                Contender mastodon = messages.contender(deliveries.sample(1_000));
                setting.warmedUp(ours, 10);
                Figures figures =
                        setting.compare(title(), Metric.DELIVERIES_PER_SECOND, List.of(limit, ours, article, mastodon));
                return Result.of(
                        figures,
                        figures.judge(Goal.DELIVERY_LIMIT, limit.name()),
                        figures.judge(Goal.LOOP_LOCAL, article.name()),
                        figures.judge(Goal.PER_FOLLOWER, mastodon.name()));
            }
        }
    },

    /** The CPU of the bare client, and the CPU that Feedmill adds. */
    INSTANT("instant", "deliveries to an instant store") {
        @Override
        public Result run(Setting setting) {
            Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(4, 20));
            try (Emulators emulators = setting.emulators();
                    InstantStore store = InstantStore.start(emulators);
                    Feedmill feedmill = Feedmill.start(emulators, store.endpoints(), 1, Map.of());
                    BareCalls bare = new BareCalls(store.endpoints())) {
                Contender ours = feedmill.delivers(Contender.FEEDMILL, posts(GENERATED, deliveries));
                Contender limit = bare.writes(deliveries);
                setting.warmedUp(ours, 4);
                Figures figures = setting.compare(title(), Metric.CPU_MICROS, List.of(limit, ours));
                return Result.of(figures, figures.judge(Goal.DELIVERY_CPU, limit.name()));
            }
        }
    },

    /** As in a region under load, without a capacity limit. */
    LATENCY("latency", "deliveries to a store with a latency of 10 ms") {
        @Override
        public Result run(Setting setting) {
            Deliveries deliveries = Deliveries.of(FOLLOWERS, setting.pick(2, 8));
            try (Emulators emulators = setting.emulators();
                    InstantStore store = InstantStore.start(emulators);
                    Feedmill feedmill = Feedmill.start(emulators, store.endpoints(), 1, Map.of());
                    BareCalls bare = new BareCalls(store.endpoints());
                    ArticleLoop loop = new ArticleLoop(store.endpoints().dynamoDb())) {
                Contender ours = feedmill.delivers(Contender.FEEDMILL, posts(GENERATED, deliveries));
                Contender article = loop.contender(deliveries.sample(20));
                setting.warmedUp(ours, 10);
                store.latency(Duration.ofMillis(10));
                Figures figures = setting.compare(
                        title(), Metric.DELIVERIES_PER_SECOND, List.of(bare.writes(deliveries), ours, article));
                return Result.of(figures, figures.judge(Goal.LOOP_10MS, article.name()));
            }
        }
    };

    private static final int FOLLOWERS = 10_000;
    private static final String GENERATED = Followers.author(FOLLOWERS, "delivery");

    private final String id;
    private final String title;

    DeliveryScenario(String id, String title) {
        this.id = id;
        this.title = title;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String title() {
        return title;
    }

    private static Posts posts(String author, Deliveries deliveries) {
        return Posts.by(author, deliveries.posts(), deliveries.recipients().size());
    }
}
