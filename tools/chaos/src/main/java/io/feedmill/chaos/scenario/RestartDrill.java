package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.Member;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.AuthorDraw;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;

/** Every worker is stopped by SIGTERM and started again, one after the other, under load. */
public final class RestartDrill {

    /** As long as an orchestrator waits for, before it kills. */
    private static final Duration GRACE = Duration.ofSeconds(25);

    private static final Duration MAX = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final FollowGraph GRAPH = new GraphGenerator(1_000, 500, 0.9, 1).generate();

    private final Rig rig;
    private final Screen screen;
    private final Duration every;
    private final Duration limit;
    private final DrillCheck check;
    private final Table table = new Table("worker", "posts before", "ended after", "ready again after");

    /**
     * Prepares the drill, for a fresh rig.
     *
     * @param every the time between two posts
     * @param limit how long the fan-out may take in the end
     */
    public RestartDrill(Rig rig, Screen screen, Duration every, Duration limit) {
        this.rig = rig;
        this.screen = screen;
        this.every = every;
        this.limit = limit;
        this.check = new DrillCheck(rig, screen);
    }

    /** Whether all workers ended in time, and nothing was lost or put aside. */
    public boolean run() {
        new GraphImport(rig.feedmill(), screen).run(GRAPH);
        AuthorDraw authors = new AuthorDraw(GRAPH);
        SteadyLoad load =
                SteadyLoad.start(rig, "restart drill", number -> GRAPH.id(authors.draw(new Random(number))), every);
        Pause.of(SETTLE);
        rig.fleet().workers().forEach(worker -> restart(worker, load));
        Run run = load.stop(GRAPH);
        Map<String, FanoutStatus> jobs =
                new FanoutWatch(rig.feedmill(), screen, limit).await(run.posts().allIds(), run.deliveries());
        check.verify(run, jobs);
        check.promise(rig.fleet().crashes() == 0, "A process ended that nobody had told to.");
        screen.show(table);
        figures(Figures.of(jobs.values()), jobs.size());
        return FindingsList.print(
                check.findings(), screen, "nothing is lost or twice, every count is exact, no dead letter");
    }

    private void restart(Member worker, SteadyLoad load) {
        screen.say("restarting %s…".formatted(worker.name()));
        int posts = load.answered();
        Duration ended = rig.fleet().stop(worker, MAX);
        RunClock clock = new RunClock();
        rig.fleet().awaitReady();
        table.row(worker.name(), "%,d".formatted(posts), seconds(ended), seconds(clock.now()));
        check.promise(
                ended.compareTo(GRACE) <= 0,
                "%s took %s to end, and has %s.".formatted(worker.name(), seconds(ended), seconds(GRACE)));
        Pause.of(SETTLE);
    }

    private void figures(Figures figures, int posts) {
        screen.say("");
        screen.row("posts", "%,d".formatted(posts));
        screen.row("deliveries", "%,d".formatted(figures.deliveries()));
        screen.row(
                "accepted to last delivery",
                "p50 %s, p99 %s".formatted(seconds(figures.percentile(50)), seconds(figures.percentile(99))));
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(Figures.seconds(time));
    }
}
