package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.Job;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "throttle",
        description = "Publishes the same posts again and again, while the store throttles more of the batch writes.")
public final class ThrottleScenario extends Scenario {
    private static final FollowGraph GRAPH = new GraphGenerator(2_000, 1_000, 1.0, 1).generate();
    private static final String BATCH_WRITE = "BatchWriteItem";

    @Option(
            names = "--percent",
            paramLabel = "P",
            split = ",",
            description = "Percentages of throttled batch writes, after none (${DEFAULT-VALUE}).")
    private List<Integer> percents = List.of(30, 60, 90);

    @Option(names = "--posts", paramLabel = "N", description = "Posts for each percentage (${DEFAULT-VALUE}).")
    private int posts = 100;

    @Override
    void checkOptions() {
        require(posts > 0, "--posts must be at least 1.");
        require(percents.stream().allMatch(each -> each >= 0 && each <= 99), "--percent must be 0 to 99.");
    }

    @Override
    void run(RigRun run) {
        Table table = new Table(
                "batch writes throttled",
                "deliveries",
                "seconds",
                "deliveries/s",
                "requests a delivery",
                "wasted a delivery");
        run.steps().importGraph(GRAPH);
        run.screen().say("warming up");
        run.await(run.steps().publish(GRAPH, posts));
        throttled(run, 0, table);
        percents.forEach(percent -> throttled(run, percent, table));
        run.screen().show(table);
    }

    private void throttled(RigRun run, int percent, Table table) {
        run.screen().say("%d %% of the batch writes throttled".formatted(percent));
        Statistics before = run.rig().statistics(Side.STORE);
        run.rig().inject(Side.STORE, script(percent / 100.0));
        Run published = run.steps().publish(GRAPH, posts);
        Map<String, Job> jobs = run.await(published);
        OperationStatistics batches =
                run.rig().statistics(Side.STORE).since(before).operation(BATCH_WRITE);
        run.rig().recover();
        Figures figures = Figures.of(jobs.values());
        double deliveries = Math.max(1, figures.deliveries());
        table.row(
                percent + " %",
                figures.deliveries(),
                "%.1f".formatted(Figures.seconds(figures.span())),
                "%,.0f".formatted(figures.deliveriesPerSecond()),
                "%.3f".formatted(batches.requests() / deliveries),
                "%.3f"
                        .formatted((batches.injected(FaultKind.THROTTLE) + batches.injected(FaultKind.UNPROCESSED))
                                / deliveries));
        run.verify(published, jobs);
    }

    /** Half of the throttled writes are refused, the other half are left with every second item unprocessed. */
    static Script script(double share) {
        if (share == 0) {
            return Script.NONE;
        }
        Rule refused = Rule.of(new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT))
                .onOperations(BATCH_WRITE)
                .withProbability(share / 2);
        Rule partial = Rule.of(new Fault.Unprocessed(0.5))
                .onOperations(BATCH_WRITE)
                .withProbability(share / 2 / (1 - share / 2));
        return Script.of(1, refused, partial);
    }
}
