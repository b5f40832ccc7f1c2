package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.chaos.run.RigRun.Load;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "celebrity",
        description = "Measures the posts of small authors while an author with very many followers posts.")
public final class CelebrityScenario extends Scenario {
    private static final String CELEBRITY = "celebrity";
    private static final int SMALL_AUTHORS = 200;
    private static final int SMALL_FOLLOWERS = 50;
    private static final Duration PHASE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final String MARKER = "celebrity scenario";

    @Option(names = "--followers", paramLabel = "N", description = "Followers of the celebrity (${DEFAULT-VALUE}).")
    private int followers = 200_000;

    private final Table table = new Table("small authors", "posts", "p50", "p99", "slowest", "deliveries/s");
    private final List<PublishedPost> posts = new ArrayList<>();
    private final Map<String, FanoutStatus> jobs = new HashMap<>();

    @Override
    void checkOptions() {
        require(followers >= 1 && followers <= 5_000_000, "--followers must be 1 to 5000000.");
    }

    @Override
    void run(RigRun run) {
        FollowGraph graph = graph(followers);
        run.steps().importGraph(graph);
        phase(run, graph, "without the celebrity", () -> RunClock.pause(PHASE));
        phase(run, graph, "while the celebrity posts", () -> publish(run));
        phase(run, graph, "without the celebrity, again", () -> RunClock.pause(PHASE));
        run.screen().show(table);
        run.screen().say("");
        posts.stream().filter(post -> post.author().equals(CELEBRITY)).forEach(post -> {
            Figures figures = Figures.of(List.of(Objects.requireNonNull(jobs.get(post.id()))));
            run.screen()
                    .row(
                            "the celebrity's post",
                            "%,d deliveries in %.2f s, %,.0f a second"
                                    .formatted(
                                            figures.deliveries(),
                                            Figures.seconds(figures.span()),
                                            figures.deliveriesPerSecond()));
        });
        run.verify(Run.onFresh(graph, Posts.of(MARKER, posts)), jobs);
    }

    /** Returns an author whom every fan follows, and small authors, each with some random fans. */
    static FollowGraph graph(int fans) {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        int celebrity = graph.user(CELEBRITY);
        int[] all = IntStream.range(0, fans)
                .map(fan -> graph.user("fan-%06d".formatted(fan)))
                .toArray();
        IntStream.of(all).forEach(fan -> graph.follow(fan, celebrity));
        Random random = new Random(1);
        for (int number = 0; number < SMALL_AUTHORS; number++) {
            int author = graph.user(small(number));
            random.ints(0, fans)
                    .distinct()
                    .limit(Math.min(fans, SMALL_FOLLOWERS))
                    .forEach(fan -> graph.follow(all[fan], author));
        }
        return graph.build();
    }

    private static String small(int number) {
        return "small-%04d".formatted(number);
    }

    /** Small authors post during the action. */
    private void phase(RigRun run, FollowGraph graph, String name, Runnable action) {
        run.screen().say("%s…".formatted(name));
        Load load = run.load(
                graph,
                "%s, %s".formatted(MARKER, name),
                number -> small(new Random(number).nextInt(SMALL_AUTHORS)),
                RestartScenario.POST_INTERVAL);
        action.run();
        Run small = load.stop();
        Map<String, FanoutStatus> done = run.await(small);
        posts.addAll(small.posts().all());
        jobs.putAll(done);
        Figures figures = Figures.of(done.values());
        table.row(
                name,
                "%,d".formatted(done.size()),
                "%.2f s".formatted(Figures.seconds(figures.percentile(50))),
                "%.2f s".formatted(Figures.seconds(figures.percentile(99))),
                "%.2f s".formatted(Figures.seconds(figures.percentile(100))),
                "%,.0f".formatted(figures.deliveriesPerSecond()));
    }

    private void publish(RigRun run) {
        FeedmillClient feedmill = run.rig().feedmill();
        PublishedPost post = feedmill.publish(CELEBRITY, "Hello, all of you. (%s)".formatted(MARKER), MARKER);
        posts.add(post);
        BooleanSupplier complete = () -> {
            FanoutStatus job = Persistence.PATIENT.get(() -> feedmill.fanout(post.id()));
            jobs.put(post.id(), job);
            return job.isComplete();
        };
        RunClock.await(complete, POLL, run.limit());
    }
}
