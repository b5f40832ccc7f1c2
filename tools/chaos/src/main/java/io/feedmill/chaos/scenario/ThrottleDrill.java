package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.rig.Traffic;
import io.feedmill.chaos.rig.TrafficMeter;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Publishing;
import io.feedmill.stack.load.Run;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The same posts again and again, while the store throttles more and more of the batch writes. */
public final class ThrottleDrill {

    private static final FollowGraph GRAPH = new GraphGenerator(2_000, 1_000, 1.0, 1).generate();
    private static final String BATCH_WRITE = "BatchWriteItem";
    private static final long SEED = 1;

    private final Rig rig;
    private final Screen screen;
    private final int posts;
    private final Duration limit;
    private final DrillCheck check;
    private final Table table = new Table(
            "batch writes throttled",
            "deliveries",
            "seconds",
            "deliveries/s",
            "requests a delivery",
            "wasted a delivery");

    /**
     * Prepares the drill, for a fresh rig.
     *
     * @param limit how long the fan-out may take at each of the percentages
     */
    public ThrottleDrill(Rig rig, Screen screen, int posts, Duration limit) {
        this.rig = rig;
        this.screen = screen;
        this.posts = posts;
        this.limit = limit;
        this.check = new DrillCheck(rig, screen);
    }

    /** Whether nothing was lost at any of the percentages. */
    public boolean run(List<Integer> percents) {
        new GraphImport(rig.feedmill(), screen).run(GRAPH);
        screen.say("warming up");
        await(publish());
        percents.forEach(this::run);
        screen.show(table);
        return FindingsList.print(
                check.findings(), screen, "nothing is lost or twice, every count is exact, no dead letter");
    }

    private void run(int percent) {
        screen.say("%d %% of the batch writes throttled".formatted(percent));
        TrafficMeter meter = new TrafficMeter(rig);
        rig.disturb(Side.STORE, script(percent / 100.0));
        Run run = publish();
        Map<String, FanoutStatus> jobs = await(run);
        Traffic traffic = meter.traffic(Side.STORE);
        rig.calm();
        row(percent, Figures.of(jobs.values()), traffic.operation(BATCH_WRITE));
        check.verify(run, jobs);
    }

    private Run publish() {
        return new Publishing(rig.feedmill(), screen).run(GRAPH, posts);
    }

    private Map<String, FanoutStatus> await(Run run) {
        return new FanoutWatch(rig.feedmill(), screen, limit).await(run.posts().allIds(), run.deliveries());
    }

    /** Half of them refused altogether, of the other half about every second item. */
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
        return Script.of(SEED, refused, partial);
    }

    private void row(int percent, Figures figures, Traffic.Operation batches) {
        double deliveries = Math.max(1, figures.deliveries());
        table.row(
                percent + " %",
                "%,d".formatted(figures.deliveries()),
                "%.1f".formatted(Figures.seconds(figures.span())),
                "%,.0f".formatted(figures.deliveriesPerSecond()),
                "%.3f".formatted(batches.requests() / deliveries),
                "%.3f"
                        .formatted((batches.faults(FaultKind.THROTTLE) + batches.faults(FaultKind.UNPROCESSED))
                                / deliveries));
    }
}
