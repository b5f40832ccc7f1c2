package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.ReadUnits;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Notification;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.faults.FaultProxy;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Calls for what a screen shows beside a feed. Readers follow an author of 100 posts, each with views and with reactions, some of them the reader's own.
 * An API on the store takes the time. One behind proxies, with the worker, counts the units.
 */
record BesideScenario(Setting setting, Feedmill feedmill, Feedmill metered, ReadUnits reads, FaultProxy writes) {
    private static final int POSTS = 100;
    private static final int SOME = 20;
    private static final int READERS = 20;
    private static final int OWN = 5;
    private static final int CALLS = 100;
    private static final int METERED = 100;
    private static final Rounds ROUNDS = Rounds.fixed(4, 10);
    private static final int CALLERS = 8;
    private static final String PLAIN = "a page of 50";
    private static final String REACTIONS = PLAIN + ", with=reactions";
    private static final String COUNTS = PLAIN + ", with=reactions,counts";
    private static final String SEEN_NOTHING = "seen-nothing";
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final AtomicInteger STRANGERS = new AtomicInteger();

    /** Read by schedules. */
    private static final Set<String> READ_BY_TIME =
            Set.of("feedmill-recalls", "feedmill-outbox", "feedmill-reports", "feedmill-ledger");

    /** The authors, by the number of their notifications that are new. Pages have posts of the last. */
    private static final SortedMap<Integer, String> AUTHORS =
            new TreeMap<>(Map.of(0, "seen-all", 10, "seen-all-but-10", POSTS, SEEN_NOTHING));

    static Scenario.Result run(Setting setting) {
        try (Platform platform = setting.platform();
                FaultProxy writes =
                        FaultProxy.start(platform.servers().dynamoDb().endpoint(), BillScenario.COUNTS_UNITS, 0);
                ReadUnits reads = new ReadUnits(
                        new Endpoints(
                                writes.endpoint(), platform.servers().queues().endpoint()),
                        READ_BY_TIME);
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0);
                Feedmill metered = Feedmill.start(platform, reads.endpoints(), 1)) {
            return new BesideScenario(setting, feedmill, metered, reads, writes).measure();
        }
    }

    private Scenario.Result measure() {
        List<Post> posts = List.of();
        for (Map.Entry<Integer, String> author : AUTHORS.entrySet()) {
            int unseen = author.getKey();
            posts = publish(author.getValue(), Math.max(unseen, SOME));
            see(author.getValue(), unseen);
        }
        Figures figures = setting.compare(
                "what is beside a feed, one call after the other", Metric.P50_MILLIS, ROUNDS, contenders(posts));
        return Scenario.Result.of(
                figures,
                Goal.BESIDE_REACTIONS.measured(figures.ratio(REACTIONS, PLAIN, Metric.P50_MILLIS)),
                Goal.BESIDE_COUNTS.measured(figures.ratio(COUNTS, PLAIN, Metric.P50_MILLIS)));
    }

    private static String reader(int number) {
        return "reader-%02d".formatted(number % READERS);
    }

    /** Publishes posts to all readers, each with a view and a reaction of all, and waits until the author is notified of each. */
    private List<Post> publish(String author, int count) {
        setting.screen().say("%d posts with reactions…".formatted(count));
        FeedmillClient client = feedmill.client();
        feedmill.follow(
                author,
                IntStream.range(0, READERS).mapToObj(BesideScenario::reader).toList());
        List<Post> posts = IntStream.range(0, count)
                .mapToObj(number -> client.as(author).publishPost(new NewPost(author, Posts.TEXT)))
                .toList();
        each(posts, post -> {
            int first = posts.indexOf(post);
            client.recordView(post.id(), reader(first));
            IntStream.range(first, first + OWN)
                    .forEach(number -> client.addReaction(post.id(), "like", reader(number)));
        });
        awaitNotified(author, count, OWN);
        return posts;
    }

    /** Waits until the author has this number of notifications, each with so many actors. */
    private void awaitNotified(String author, int posts, int actors) {
        await(() -> notifications(author).stream()
                        .filter(group -> group.actors().size() == actors)
                        .count()
                == posts);
    }

    private static void each(List<Post> posts, Consumer<Post> work) {
        posts.stream()
                .gather(Gatherers.mapConcurrent(CALLERS, post -> {
                    work.accept(post);
                    return post;
                }))
                .forEach(done -> {});
    }

    private List<Notification> notifications(String author) {
        return feedmill.client().notifications(author).toList();
    }

    private static void await(BooleanSupplier condition) {
        if (!RunClock.await(condition, POLL, LIMIT)) {
            throw new StepFailure("The notifications are not as they must be after %d s.".formatted(LIMIT.toSeconds()));
        }
    }

    private void see(String author, int unseen) {
        if (unseen < POSTS) {
            feedmill.client()
                    .seeNotifications(author, notifications(author).get(unseen).at());
            await(() -> feedmill.client().unseenNotifications(author).unseen() == unseen);
        }
    }

    private List<Contender> contenders(List<Post> posts) {
        String ids = posts.stream().map(Post::id).collect(Collectors.joining(","));
        return List.of(
                contender(PLAIN, (api, call) -> page(api, call, "")),
                contender(REACTIONS, (api, call) -> page(api, call, "?with=reactions")),
                contender(COUNTS, (api, call) -> page(api, call, "?with=reactions,counts")),
                contender("a reaction", (api, call) -> react(api, posts.get(call % POSTS)), this::awaitReacted),
                get("20 notifications", notifications(POSTS, "?limit=20")),
                get("unseen, 0 new", notifications(0, ":unseen")),
                get("unseen, 10 new", notifications(10, ":unseen")),
                get("unseen, 100 new", notifications(POSTS, ":unseen")),
                get("100 posts by their ids", "/v1/posts?viewer=" + reader(0) + "&ids=" + ids));
    }

    private static String notifications(int unseen, String rest) {
        return "/v1/users/" + AUTHORS.get(unseen) + "/notifications" + rest;
    }

    private static ClassicHttpRequest page(Feedmill api, int call, String with) {
        return CallScenario.get(api, api.at("/v1/feeds/home/" + reader(call) + with));
    }

    /** Of a user who has none. */
    private static ClassicHttpRequest react(Feedmill api, Post post) {
        String path = "/v1/posts/%s/reactions/like/u%07d".formatted(post.id(), STRANGERS.getAndIncrement());
        return ClassicRequestBuilder.put(api.at(path))
                .addHeader("Authorization", api.authorization())
                .build();
    }

    private Contender get(String name, String path) {
        return contender(name, (api, call) -> CallScenario.get(api, api.at(path)));
    }

    private Contender contender(String name, BiFunction<Feedmill, Integer, ClassicHttpRequest> request) {
        return contender(name, request, calls -> {});
    }

    /** Takes what waits until the worker has done what this number of metered calls cause. */
    private Contender contender(
            String name, BiFunction<Feedmill, Integer, ClassicHttpRequest> request, IntConsumer worked) {
        Map<Metric, Double> units = units(call -> CallScenario.send(request.apply(metered, call)), worked);
        return Contender.ours(name, () -> {
            Map<Metric, Double> sample = new HashMap<>(units);
            sample.putAll(Timing.ofCalls(
                            feedmill.apiPid(), CALLS, 1, call -> CallScenario.send(request.apply(feedmill, call)))
                    .perCall());
            return sample;
        });
    }

    /** Returns the units of a call once copies are fresh: a second call of each reader. */
    private Map<Metric, Double> units(Consumer<Integer> call, IntConsumer worked) {
        meter(call);
        worked.accept(METERED);
        long before = BillScenario.units(writes.statistics());
        double read = reads.of(() -> {
            meter(call);
            worked.accept(2 * METERED);
        });
        double written = BillScenario.units(writes.statistics()) - before;
        return Map.of(Metric.CALL_READ_UNITS, read / METERED, Metric.CALL_WRITE_UNITS, written / METERED);
    }

    private static void meter(Consumer<Integer> call) {
        IntStream.range(0, METERED).boxed().forEach(call);
    }

    /** Each call adds an actor to the next post's notification. */
    private void awaitReacted(int calls) {
        awaitNotified(SEEN_NOTHING, POSTS, OWN + calls / POSTS);
    }
}
