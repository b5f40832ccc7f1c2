package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.NamedGraph;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.FeedItem;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.RunSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One of two workers gets SIGKILL after half of the deliveries. Then every home feed is read and the lost deliveries are counted. */
final class KillScenario {
    private static final int AUTHORS = 20;
    private static final int WORKERS = 2;
    private static final double SHARE = 0.5;
    private static final int MAX_KILLS = 4;
    private static final int READERS = 8;
    private static final Duration POLL = Duration.ofMillis(50);

    /** Shorter than in production, so that the run need not wait as long for a killed worker's messages. */
    private static final Duration VISIBILITY = Duration.ofSeconds(15);

    private static final Map<String, String> SHORT_DEADLINES = Map.of(
            "FEEDMILL_LISTENERS_DEADLINE", "30s",
            "FEEDMILL_LISTENERS_MAX_DEADLINE", "30s",
            "FEEDMILL_RELAY_EVERY", "1s",
            "FEEDMILL_RELAY_ACCEPTED", "2s",
            "FEEDMILL_RELAY_STALLED", "5s");

    /** @param open deliveries to do just after the kill */
    private record Killed(long open, long lost) {}

    private KillScenario() {}

    static Scenario.Result run(Setting setting) {
        NamedGraph graph = setting.follows();
        Posts posts = graph.postsOfMostFollowed(AUTHORS, setting.pick(1, 2));
        StreamFramework peer = StreamFramework.of(setting.workspace().root());
        List<String> notes = new ArrayList<>();
        List<Contender> contenders = new ArrayList<>();
        try (Platform platform = setting.platform();
                Feedmill feedmill =
                        Feedmill.start(platform, Endpoints.of(platform.servers()), WORKERS, SHORT_DEADLINES)) {
            shortenVisibility(platform);
            new RunSteps(feedmill.client(), setting.screen()).importGraph(graph.graph());
            contenders.add(Contender.ours(Contender.FEEDMILL, () -> ours(feedmill, graph.graph(), posts, notes)));
            peer.setUp(setting.screen())
                    .ifPresentOrElse(
                            notes::add,
                            () -> contenders.add(Contender.peer(
                                    StreamFramework.NAME, () -> theirs(peer, graph.graph(), posts, notes))));
            Figures figures = new Figures(
                    "one of two workers killed", Metric.LOST, setting.rounds(0, setting.pick(1, 3), contenders));
            double lost = figures.stats(Contender.FEEDMILL, Metric.LOST).max();
            return Scenario.Result.of(figures, Goal.SF_KILL.measured(lost)).with(notes);
        }
    }

    private static void shortenVisibility(Platform platform) {
        try (StorageAccess storage = StorageAccess.of(platform)) {
            storage.queues().setVisibility(VISIBILITY);
        }
    }

    private static Map<Metric, Double> ours(Feedmill feedmill, FollowGraph graph, Posts posts, List<String> notes) {
        Killed killed = repeat(
                () -> kill(feedmill, graph, posts),
                each -> each.open() > 0 || each.lost() > 0,
                "all was delivered before the kill.");
        notes.add("Feedmill: of %,d deliveries %,d were open just after the kill, %,d were lost."
                .formatted(posts.deliveries(), killed.open(), killed.lost()));
        return Map.of(Metric.LOST, (double) killed.lost());
    }

    private static Killed kill(Feedmill feedmill, FollowGraph graph, Posts posts) {
        List<PublishedPost> published = feedmill.publish(posts);
        while (counted(feedmill, published) < posts.deliveries() * SHARE) {
            RunClock.pause(POLL);
        }
        FeedmillProcess victim = feedmill.workers().getFirst();
        victim.kill();
        long open = posts.deliveries() - counted(feedmill, published);
        feedmill.await(published);
        victim.start();
        victim.awaitReady();
        return new Killed(open, posts.deliveries() - delivered(feedmill, graph, published));
    }

    private static long counted(Feedmill feedmill, List<PublishedPost> published) {
        return published.stream()
                .map(post -> feedmill.client().fanout(post.id(), post.author()))
                .mapToLong(FanoutStatus::delivered)
                .sum();
    }

    private static long delivered(Feedmill feedmill, FollowGraph graph, List<PublishedPost> published) {
        Set<String> ids = published.stream().map(PublishedPost::id).collect(Collectors.toSet());
        return IntStream.range(0, graph.size())
                .mapToObj(graph::id)
                .gather(Gatherers.mapConcurrent(
                        READERS, user -> delivered(user, feedmill.client().homeFeed(user), ids)))
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Counts the feed's items of these posts, without the user's own: they are no deliveries. */
    static long delivered(String user, List<FeedItem> feed, Set<String> posts) {
        return feed.stream()
                .filter(item -> !item.author().equals(user))
                .map(FeedItem::post)
                .filter(posts::contains)
                .count();
    }

    private static Map<Metric, Double> theirs(
            StreamFramework peer, FollowGraph graph, Posts posts, List<String> notes) {
        StreamFramework.Loss loss = repeat(
                () -> peer.kill(graph, posts, SHARE),
                each -> each.queued() == 0,
                "the other worker left tasks in the queue.");
        notes.add("Stream-Framework: of %,d deliveries %,d were lost for good, %,d held by the broker for an hour."
                .formatted(loss.expected(), loss.lost(), loss.held()));
        return Map.of(Metric.LOST, (double) loss.lost());
    }

    /** Repeats a kill until it has a result. */
    static <T> T repeat(Supplier<T> kill, Predicate<T> hasResult, String otherwise) {
        return Stream.generate(kill)
                .limit(MAX_KILLS)
                .filter(hasResult)
                .findFirst()
                .orElseThrow(() -> new StepFailure("No result of %d kills: %s".formatted(MAX_KILLS, otherwise)));
    }
}
