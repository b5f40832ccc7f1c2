package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.chaos.run.RigRun.Load;
import io.feedmill.client.Job;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Command;

@Command(
        name = "restart",
        description = "Stops every worker by SIGTERM and starts it again, one after the other, under load.")
public final class RestartScenario extends Scenario {
    static final FollowGraph GRAPH = new GraphGenerator(1_000, 500, 0.9, 1).generate();
    static final Duration POST_INTERVAL = Duration.ofMillis(250);
    /** The time that an orchestrator waits before it kills. */
    private static final Duration GRACE = Duration.ofSeconds(25);

    private static final Duration MAX_STOP = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofSeconds(2);

    @Override
    void run(RigRun run) {
        Table table = new Table("worker", "posts before", "ended after", "ready again after");
        run.steps().importGraph(GRAPH);
        Load load = run.load(GRAPH, "restart scenario", POST_INTERVAL);
        RunClock.pause(SETTLE);
        run.rig().fleet().workers().forEach(worker -> restart(run, worker, load, table));
        Run published = load.stop();
        Map<String, Job> jobs = run.await(published);
        run.verify(published, jobs);
        run.requireNoCrash();
        run.screen().show(table);
        Figures figures = Figures.of(jobs.values());
        run.screen().say("");
        run.screen().row("posts", "%,d".formatted(jobs.size()));
        run.screen().row("deliveries", "%,d".formatted(figures.deliveries()));
        run.screen()
                .row(
                        "accepted to last delivery",
                        "p50 %s, p99 %s"
                                .formatted(Figures.text(figures.percentile(50)), Figures.text(figures.percentile(99))));
    }

    private static void restart(RigRun run, FeedmillProcess worker, Load load, Table table) {
        run.screen().say("restarting %s…".formatted(worker.name()));
        int posts = load.answered();
        Duration ended = run.rig().fleet().stop(worker, MAX_STOP);
        RunClock clock = new RunClock();
        run.rig().fleet().awaitReady();
        table.row(worker.name(), posts, Figures.text(ended), Figures.text(clock.now()));
        run.require(
                ended.compareTo(GRACE) <= 0,
                "%s took %s to end, and has %s.".formatted(worker.name(), Figures.text(ended), Figures.text(GRACE)));
        RunClock.pause(SETTLE);
    }
}
