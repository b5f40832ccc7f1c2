package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.Job;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "overload",
        description = {
            "Publishes more than the table of feeds can take for a while, and waits until all is delivered: overload must",
            "make no work of its own."
        })
public final class OverloadScenario extends Scenario {
    private static final String BATCH_WRITE = "BatchWriteItem";
    private static final double MAX_WRITTEN = 1.05;
    private static final double MAX_TIME = 1.15;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Items a second that the table takes (${DEFAULT-VALUE}).")
    private int capacity = 800;

    @Option(
            names = "--backlog",
            paramLabel = "S",
            description = "Seconds that the table needs at least (${DEFAULT-VALUE}).")
    private int backlog = 600;

    @Option(names = "--followers", paramLabel = "N", description = "Followers of the author (${DEFAULT-VALUE}).")
    private int followers = 4_000;

    @Override
    void checkOptions() {
        require(capacity >= 25 && capacity <= 100_000, "--capacity must be 25 to 100000.");
        require(backlog >= 1 && backlog <= 36_000, "--backlog must be 1 to 36000.");
        require(followers >= 1 && followers <= 1_000_000, "--followers must be 1 to 1000000.");
    }

    @Override
    void run(RigRun run) {
        FollowGraph graph = FollowGraph.ofAuthors(followers);
        run.steps().importGraph(graph);
        Rig rig = run.rig();
        rig.inject(Side.STORE, capped(rig.storage().homesTable()));
        Statistics before = rig.statistics(Side.STORE);
        Run published = run.steps().publish(graph, Math.ceilDiv(capacity * backlog, followers));
        Map<String, Job> jobs = run.await(published);
        long written =
                rig.statistics(Side.STORE).since(before).operation(BATCH_WRITE).unitsAccepted();
        rig.recover();
        Figures figures = Figures.of(jobs.values());
        double least = (double) figures.deliveries() / capacity;
        double writtenEach = (double) written / figures.deliveries();
        double overLeast = Figures.seconds(figures.span()) / least;
        Screen screen = run.screen();
        screen.say("");
        screen.row("posts", "%,d to %,d followers each".formatted(jobs.size(), followers));
        screen.row("items a delivery", "%.3f".formatted(writtenEach));
        screen.row("time", "%s, %.2f of the least".formatted(Figures.text(figures.span()), overLeast));
        run.require(writtenEach <= MAX_WRITTEN, "%.3f items were written a delivery.".formatted(writtenEach));
        run.require(overLeast <= MAX_TIME, "It took %.2f of the least possible time.".formatted(overLeast));
        run.verify(published, jobs);
    }

    private Script capped(String homes) {
        return Script.of(
                1,
                Rule.of(new Fault.TableCapacity(capacity, capacity, ThrottlingError.PROVISIONED))
                        .onOperations(BATCH_WRITE)
                        .onTables(homes));
    }
}
