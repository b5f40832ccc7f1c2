package io.feedmill.chaos.scenario;

import io.feedmill.chaos.scenario.ScenarioRun.Load;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.CelebrityGraph;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "celebrity",
        description = "Measures the posts of small authors while an author with very many followers posts.")
public final class CelebrityScenario extends Scenario {
    private static final int SMALL_AUTHORS = 200;
    private static final int SMALL_FOLLOWERS = 50;
    private static final Duration PHASE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final String MARKER = "celebrity scenario";

    @Option(names = "--followers", paramLabel = "N", description = "Followers of the celebrity (${DEFAULT-VALUE}).")
    private int followers = 200_000;

    private final Table table = new Table("small authors", "posts", "p50", "p99", "slowest", "deliveries/s");
    private final Map<PublishedPost, FanoutStatus> jobs = new HashMap<>();

    @Override
    void checkOptions() {
        require(followers >= 1 && followers <= 5_000_000, "--followers must be 1 to 5000000.");
    }

    @Override
    void run(ScenarioRun run) {
        FollowGraph graph =
                new CelebrityGraph(followers, SMALL_AUTHORS, Math.min(followers, SMALL_FOLLOWERS), 1).generate();
        run.importGraph(graph);
        phase(run, graph, "without the celebrity", () -> RunClock.pause(PHASE));
        phase(run, graph, "while the celebrity posts", () -> publish(run));
        phase(run, graph, "without the celebrity, again", () -> RunClock.pause(PHASE));
        run.screen().show(table);
        run.screen().say("");
        jobs.forEach((post, job) -> {
            if (post.author().equals(CelebrityGraph.CELEBRITY)) {
                Figures figures = Figures.of(List.of(job));
                run.screen()
                        .row(
                                "the celebrity's post",
                                "%,d deliveries in %.2f s, %,.0f a second"
                                        .formatted(
                                                figures.deliveries(),
                                                Figures.seconds(figures.span()),
                                                figures.deliveriesPerSecond()));
            }
        });
        Map<String, FanoutStatus> byId = new HashMap<>();
        jobs.forEach((post, job) -> byId.put(post.id(), job));
        run.verify(Run.onFresh(graph, Posts.of(MARKER, List.copyOf(jobs.keySet()))), byId);
    }

    /** Small authors post during the action. */
    private void phase(ScenarioRun run, FollowGraph graph, String name, Runnable action) {
        run.screen().say("%s…".formatted(name));
        Load load = run.load(
                graph,
                "%s, %s".formatted(MARKER, name),
                number -> CelebrityGraph.small(new Random(number).nextInt(SMALL_AUTHORS)),
                RestartScenario.POST_INTERVAL);
        action.run();
        Run small = load.stop();
        Map<String, FanoutStatus> done = run.await(small);
        small.posts().all().forEach(post -> jobs.put(post, Objects.requireNonNull(done.get(post.id()))));
        Figures figures = Figures.of(done.values());
        table.row(
                name,
                "%,d".formatted(done.size()),
                "%.2f s".formatted(Figures.seconds(figures.percentile(50))),
                "%.2f s".formatted(Figures.seconds(figures.percentile(99))),
                "%.2f s".formatted(Figures.seconds(figures.percentile(100))),
                "%,.0f".formatted(figures.deliveriesPerSecond()));
    }

    private void publish(ScenarioRun run) {
        PublishedPost post = run.rig()
                .feedmill()
                .publish(CelebrityGraph.CELEBRITY, "Hello, all of you. (%s)".formatted(MARKER), MARKER);
        BooleanSupplier complete = () -> {
            FanoutStatus job =
                    Persistence.PATIENT.get(() -> run.rig().feedmill().fanout(post.id()));
            jobs.put(post, job);
            return job.isComplete();
        };
        ScenarioRun.await(complete, POLL, run.limit());
    }
}
