package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.NamedGraph;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.streamframework.Installation;
import io.feedmill.bench.streamframework.StreamFramework;
import io.feedmill.stack.Member;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.client.FeedItem;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Parallel;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One of two workers gets SIGKILL after half of the deliveries. Then every home feed is read and the lost deliveries are counted. */
public final class KillScenario implements Scenario {
    private static final int AUTHORS = 20;
    private static final int WORKERS = 2;
    private static final double SHARE = 0.5;
    private static final int MAX_REPETITIONS = 3;
    private static final int READERS = 8;

    /** Shorter than in production, so that the run need not wait as long for a killed worker's messages. */
    private static final Duration VISIBILITY = Duration.ofSeconds(15);

    private static final Map<String, String> SHORT_DEADLINES = Map.of(
            "FEEDMILL_LISTENERS_DEADLINE", "10s",
            "FEEDMILL_RELAY_EVERY", "1s",
            "FEEDMILL_RELAY_ACCEPTED", "2s",
            "FEEDMILL_RELAY_STALLED", "5s");

    @Override
    public String id() {
        return "kill";
    }

    @Override
    public String title() {
        return "one of two workers killed in mid-fan-out";
    }

    @Override
    public Result run(Setting setting) {
        NamedGraph graph = NamedGraph.facebook(setting.graph());
        Posts posts = graph.postsOfMostFollowed(AUTHORS, setting.pick(1, 2));
        List<String> notes = new ArrayList<>();
        List<Series> series = new ArrayList<>();
        series.add(ours(setting, graph.graph(), posts, notes));
        switch (Installation.setUp(setting.workspace(), setting.screen())) {
            case Installation.Missing missing -> notes.add(missing.note());
            case Installation.Ready ready -> {
                try (StreamFramework peer = StreamFramework.start(ready.installation(), graph.graph(), WORKERS)) {
                    series.add(rounds(setting, new Theirs(peer, posts, notes)));
                }
            }
        }
        Figures figures = new Figures(title(), Metric.LOST, series);
        double lost = figures.of(Feedmill.NAME).stats(Metric.LOST).orElseThrow().max();
        return Result.of(figures, Goal.SF_KILL.measured(lost)).with(notes);
    }

    private static Series ours(Setting setting, FollowGraph graph, Posts posts, List<String> notes) {
        try (Emulators emulators = setting.emulators();
                FeedmillStack stack = FeedmillStack.start(emulators, emulators.endpoints(), WORKERS, SHORT_DEADLINES)) {
            emulators.visibility(VISIBILITY);
            new GraphImport(stack.client(), setting.screen()).run(graph);
            return rounds(setting, new Ours(stack, graph, posts, notes));
        }
    }

    private static Series rounds(Setting setting, Contender contender) {
        return new Rounds(0, setting.pick(1, 3))
                .run(List.of(contender), setting.screen()::say)
                .getFirst();
    }

    /** Repeats a kill until it has a result, three times at most. */
    static <T> T repeat(Supplier<T> kill, Predicate<T> hasResult, String otherwise) {
        return Stream.generate(kill)
                .limit(1 + MAX_REPETITIONS)
                .filter(hasResult)
                .findFirst()
                .orElseThrow(
                        () -> new StepFailure("No result of %d kills: %s".formatted(1 + MAX_REPETITIONS, otherwise)));
    }

    /** Counts the feed's items of these posts, without the user's own: they are no deliveries. */
    static long delivered(String user, List<FeedItem> feed, Set<String> posts) {
        return feed.stream()
                .filter(item -> !item.author().equals(user))
                .map(FeedItem::post)
                .filter(posts::contains)
                .count();
    }

    private record Ours(FeedmillStack stack, FollowGraph graph, Posts posts, List<String> notes) implements Contender {
        private static final Duration POLL = Duration.ofMillis(50);

        /** @param open deliveries to do just after the kill */
        private record Killed(long open, long lost) {}

        @Override
        public String name() {
            return Feedmill.NAME;
        }

        @Override
        public Role role() {
            return Role.OURS;
        }

        @Override
        public Sample run() {
            Killed killed = repeat(
                    this::kill, each -> each.open() > 0 || each.lost() > 0, "all was delivered before the kill.");
            notes.add("Feedmill: of %,d deliveries %,d were open just after the kill, %,d were lost."
                    .formatted(posts.deliveries(), killed.open(), killed.lost()));
            return Sample.of(Metric.LOST, (double) killed.lost());
        }

        private Killed kill() {
            FanOut fanOut = new FanOut(stack.client());
            List<PublishedPost> published = fanOut.publish(posts);
            while (counted(published) < posts.deliveries() * SHARE) {
                Pause.of(POLL);
            }
            Member victim = stack.workers().getFirst();
            victim.kill();
            long open = posts.deliveries() - counted(published);
            fanOut.await(published);
            victim.start();
            victim.awaitReady();
            return new Killed(open, posts.deliveries() - delivered(published));
        }

        private long counted(List<PublishedPost> published) {
            return published.stream()
                    .map(post -> stack.client().fanout(post.id()))
                    .mapToLong(FanoutStatus::delivered)
                    .sum();
        }

        private long delivered(List<PublishedPost> published) {
            Set<String> ids = published.stream().map(PublishedPost::id).collect(Collectors.toSet());
            List<String> users =
                    IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
            return Parallel.map(
                            users,
                            READERS,
                            user -> KillScenario.delivered(user, stack.client().homeFeed(user), ids))
                    .stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    private record Theirs(StreamFramework peer, Posts posts, List<String> notes) implements Contender {
        @Override
        public String name() {
            return StreamFramework.NAME;
        }

        @Override
        public Role role() {
            return Role.PEER;
        }

        @Override
        public Sample run() {
            StreamFramework.Loss loss =
                    repeat(this::kill, each -> each.queued() == 0, "the other worker left tasks in the queue.");
            notes.add("Stream-Framework: of %,d deliveries %,d were lost for good, %,d held by the broker for an hour."
                    .formatted(loss.expected(), loss.lost(), loss.held()));
            return Sample.of(Metric.LOST, (double) loss.lost());
        }

        private StreamFramework.Loss kill() {
            StreamFramework.Loss loss = peer.kill(posts, StreamFramework.CHUNK, SHARE);
            peer.restart(WORKERS);
            return loss;
        }
    }
}
