package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.streamframework.Installation;
import io.feedmill.bench.streamframework.Loss;
import io.feedmill.bench.streamframework.Setup;
import io.feedmill.bench.streamframework.StreamFramework;
import io.feedmill.bench.streamframework.StreamFrameworkFanOut;
import io.feedmill.bench.workload.NamedGraph;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One of two workers gets SIGKILL when half of the deliveries are done. Afterwards every home feed is read and counted. */
final class KillScenario implements Scenario {
    private static final int AUTHORS = 20;
    private static final int WORKERS = 2;
    private static final double SHARE = 0.5;
    private static final int ROUNDS = 3;
    private static final int REPETITIONS = 3;

    /** Sooner back to what a dead worker held than in production: nothing else differs. */
    private static final Duration VISIBILITY = Duration.ofSeconds(15);

    private static final Map<String, String> IMPATIENT = Map.of(
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
        Posts posts = graph.posts(graph.mostFollowed(AUTHORS), setting.pick(1, 2));
        List<String> notes = new ArrayList<>();
        List<Series> series = new ArrayList<>();
        series.add(ours(setting, graph, posts, notes));
        switch (Installation.setUp(setting.workspace(), setting.screen())) {
            case Setup.Missing missing -> notes.add(missing.note());
            case Setup.Ready ready -> series.add(theirs(setting, ready.installation(), graph, posts, notes));
        }
        Figures figures = new Figures(title(), Metric.LOST, series);
        double lost = figures.of(Feedmill.NAME).stats(Metric.LOST).orElseThrow().max();
        return Result.of(figures, Goal.SF_KILL.measured(lost)).with(notes);
    }

    private static Series ours(Setting setting, NamedGraph graph, Posts posts, List<String> notes) {
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints(), WORKERS, IMPATIENT, setting.screen())) {
            emulators.visibility(VISIBILITY);
            new GraphImport(stack.client(), setting.screen()).run(graph.graph());
            return rounds(setting)
                    .run(
                            List.of(new Ours(stack, new HomeFeeds(stack.client(), graph.graph()), posts, notes)),
                            setting.screen()::say)
                    .getFirst();
        }
    }

    private static Series theirs(
            Setting setting, Installation installation, NamedGraph graph, Posts posts, List<String> notes) {
        try (StreamFramework peer = StreamFramework.start(installation, graph.graph(), WORKERS)) {
            return rounds(setting)
                    .run(List.of(new Theirs(peer, posts, notes)), setting.screen()::say)
                    .getFirst();
        }
    }

    private static Rounds rounds(Setting setting) {
        return new Rounds(0, setting.pick(1, ROUNDS));
    }

    /** Kills until it tells something, a few times at most. */
    static <T> T telling(Supplier<T> kill, Predicate<T> tells, String otherwise) {
        return Stream.generate(kill)
                .limit(1 + REPETITIONS)
                .filter(tells)
                .findFirst()
                .orElseThrow(() -> new StepFailure(
                        "%d kills, one after the other, were no result: %s".formatted(1 + REPETITIONS, otherwise)));
    }

    private record Ours(FeedmillStack stack, HomeFeeds feeds, Posts posts, List<String> notes) implements Contender {
        private static final Duration LOOK = Duration.ofMillis(50);

        /**
         * What a kill has done.
         *
         * @param open deliveries that were still to do just after it
         */
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
            Killed killed =
                    telling(this::kill, each -> each.open() > 0 || each.lost() > 0, "all was delivered before.");
            notes.add("Feedmill: of %,d deliveries %,d were open just after the kill, %,d were lost."
                    .formatted(posts.deliveries(), killed.open(), killed.lost()));
            return Sample.of(Metric.LOST, (double) killed.lost());
        }

        private Killed kill() {
            FanOut fanOut = new FanOut(stack.client());
            List<PublishedPost> published = fanOut.publish(posts);
            while (delivered(published) < posts.deliveries() * SHARE) {
                RunClock.pause(LOOK);
            }
            FeedmillProcess victim = stack.workers().getFirst();
            victim.kill();
            long open = posts.deliveries() - delivered(published);
            fanOut.await(published);
            victim.start();
            victim.awaitReady();
            return new Killed(open, posts.deliveries() - feeds.found(published));
        }

        private long delivered(List<PublishedPost> published) {
            return published.stream()
                    .map(post -> stack.client().fanout(post.id()))
                    .mapToLong(FanoutStatus::delivered)
                    .sum();
        }
    }

    private record Theirs(StreamFramework peer, Posts posts, List<String> notes) implements Contender {
        @Override
        public String name() {
            return StreamFrameworkFanOut.NAME;
        }

        @Override
        public Role role() {
            return Role.PEER;
        }

        @Override
        public Sample run() {
            Loss loss = telling(this::kill, each -> each.queued() == 0, "the other worker left tasks in the queue.");
            notes.add("Stream-Framework: of %,d deliveries %,d were lost for good, %,d held by the broker for an hour."
                    .formatted(loss.expected(), loss.lost(), loss.held()));
            return Sample.of(Metric.LOST, (double) loss.lost());
        }

        private Loss kill() {
            Loss loss = peer.kill(posts, StreamFramework.CHUNK, SHARE);
            peer.restart(WORKERS);
            return loss;
        }
    }
}
