package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.CelebrityGraph;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** How long the posts of small authors take while one whom very many follow posts, and while she does not. */
public final class CelebrityDrill {

    private static final int SMALL_AUTHORS = 200;
    private static final int SMALL_FOLLOWERS = 50;
    private static final Duration PHASE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final String MARKER = "celebrity drill";

    private final Rig rig;
    private final Screen screen;
    private final Duration every;
    private final Duration limit;
    private final FollowGraph graph;
    private final DrillCheck check;
    private final FanoutWatch watch;
    private final List<PublishedPost> posts = new ArrayList<>();
    private final Map<String, FanoutStatus> jobs = new HashMap<>();
    private final Table table = new Table("small authors", "posts", "p50", "p99", "slowest", "deliveries/s");

    /**
     * Prepares the drill, for a fresh rig.
     *
     * @param every the time between two posts of small authors
     * @param limit how long the fan-out may take
     */
    public CelebrityDrill(Rig rig, Screen screen, int fans, Duration every, Duration limit) {
        this.rig = rig;
        this.screen = screen;
        this.every = every;
        this.limit = limit;
        this.graph = new CelebrityGraph(fans, SMALL_AUTHORS, Math.min(fans, SMALL_FOLLOWERS), 1).generate();
        this.check = new DrillCheck(rig, screen);
        this.watch = new FanoutWatch(rig.feedmill(), screen, limit);
    }

    /** Whether everybody got everything in the end; how long it took is shown and not judged. */
    public boolean run() {
        new GraphImport(rig.feedmill(), screen).run(graph);
        phase("without the celebrity", () -> Pause.of(PHASE));
        phase("while the celebrity posts", this::celebrate);
        phase("without the celebrity, again", () -> Pause.of(PHASE));
        screen.show(table);
        screen.say("");
        celebrity();
        check.verify(Run.onFresh(graph, Posts.of(MARKER, posts)), jobs);
        return FindingsList.print(
                check.findings(), screen, "nothing is lost or twice, every count is exact, no dead letter");
    }

    /** Small authors post for as long as the action takes. */
    private void phase(String name, Runnable action) {
        screen.say("%s…".formatted(name));
        SteadyLoad load = SteadyLoad.start(rig, "%s, %s".formatted(MARKER, name), CelebrityDrill::author, every);
        action.run();
        Run small = load.stop(graph);
        Map<String, FanoutStatus> done = watch.await(small.posts().allIds(), small.deliveries());
        row(name, done.values());
        posts.addAll(small.posts().all());
        jobs.putAll(done);
    }

    private void celebrate() {
        PublishedPost post =
                rig.feedmill().publish(CelebrityGraph.CELEBRITY, "Hello, all of you. (%s)".formatted(MARKER), MARKER);
        long deadline = System.nanoTime() + limit.toNanos();
        FanoutStatus job = fanout(post);
        while (!job.isComplete() && System.nanoTime() - deadline < 0) {
            Pause.of(LOOK);
            job = fanout(post);
        }
        posts.add(post);
        jobs.put(post.id(), job);
    }

    private FanoutStatus fanout(PublishedPost post) {
        return Persistence.PATIENT.call(() -> rig.feedmill().fanout(post.id())).value();
    }

    private static String author(int number) {
        return CelebrityGraph.small(new Random(number).nextInt(SMALL_AUTHORS));
    }

    private void row(String name, Collection<FanoutStatus> small) {
        Figures figures = Figures.of(small);
        table.row(
                name,
                "%,d".formatted(small.size()),
                seconds(figures.percentile(50)),
                seconds(figures.percentile(99)),
                seconds(figures.percentile(100)),
                "%,.0f".formatted(figures.deliveriesPerSecond()));
    }

    private void celebrity() {
        List<FanoutStatus> hers = posts.stream()
                .filter(post -> post.author().equals(CelebrityGraph.CELEBRITY))
                .map(this::fanout)
                .toList();
        Figures figures = Figures.of(hers);
        screen.row(
                "the celebrity's post",
                "%,d deliveries in %s, %,.0f a second"
                        .formatted(figures.deliveries(), seconds(figures.span()), figures.deliveriesPerSecond()));
    }

    private static String seconds(Duration time) {
        return "%.2f s".formatted(Figures.seconds(time));
    }
}
