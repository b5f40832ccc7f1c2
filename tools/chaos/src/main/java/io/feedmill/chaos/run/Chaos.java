package io.feedmill.chaos.run;

import io.feedmill.chaos.check.Follows;
import io.feedmill.chaos.plan.ChaosPlan;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.rig.Traffic;
import io.feedmill.chaos.rig.TrafficMeter;
import io.feedmill.stack.DeadLetter;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.PostStream;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One chaos run, on a rig that has seen nothing yet. */
public final class Chaos {

    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(300), Duration.ofMinutes(3));

    private final ChaosPlan plan;
    private final Rig rig;
    private final Screen screen;
    private final Duration limit;
    private final String again;

    /**
     * Prepares a run.
     *
     * @param limit how long jobs, and then dead letters, may take once the faults are over
     * @param again the command that runs the same plan again
     */
    public Chaos(ChaosPlan plan, Rig rig, Screen screen, Duration limit, String again) {
        this.plan = plan;
        this.rig = rig;
        this.screen = screen;
        this.limit = limit;
        this.again = again;
    }

    /** Whether everything is as it should be in the end. */
    public boolean run() {
        new GraphImport(rig.feedmill(), screen).run(plan.cast().graph());
        TrafficMeter meter = new TrafficMeter(rig);
        Ordeal ordeal = ordeal();
        Map<String, FanoutStatus> jobs = new FanoutWatch(rig.feedmill(), screen, limit)
                .look(ordeal.published().posts().allIds());
        Map<Side, Traffic> traffic = meter.traffic();
        List<DeadLetter> letters = new DeadLetterWatch(rig.backstage(), screen, limit)
                .await(ordeal.deeds().poison());
        Findings findings = new Aftermath(rig, screen).check(ordeal, jobs, letters);
        ChaosReport report = new ChaosReport(screen, plan);
        report.print(ordeal, jobs.values(), letters.size());
        report.print(rig);
        report.print(traffic, jobs.values());
        return report.print(findings, again);
    }

    private Ordeal ordeal() {
        FollowGraph graph = plan.cast().graph();
        RunClock clock = new RunClock();
        PostStream posts = new PostStream(rig.feedmill(), PERSISTENCE, plan.marker(), plan.cast()::author, clock);
        Crowd crowd = new Crowd(rig.feedmill(), PERSISTENCE, plan.settings().length(), clock);
        posts.start(plan.settings().postEvery());
        crowd.start(plan.cast().comings());
        Deeds deeds = new Conductor(plan, rig, screen).conduct(clock);
        Instant quiet = Instant.now();
        screen.say("the faults are over; waiting until everything is up…");
        rig.calm();
        posts.stop();
        Follows follows = new Follows(graph, crowd.stop());
        return Ordeal.of(plan.marker(), deeds, posts, follows, quiet);
    }
}
