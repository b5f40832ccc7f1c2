package io.feedmill.chaos.scenario;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.plan.ChangePlan;
import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.NewerProxy;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.chaos.run.RigRun.Load;
import io.feedmill.client.Job;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.QueueAccess.DeadLetter;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Replaces all processes of an older build by those of a newer one, under load, and back; reads everything back after each way. */
final class UpgradeRun {
    private static final String MARKER = "upgrade scenario";
    private static final Duration INTERVAL = Duration.ofMillis(350);
    private static final Duration SETTLE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration MAX_STOP = Duration.ofSeconds(60);

    private final RigRun run;
    private final Fleet fleet;
    private final Workspace older;
    private final Workspace newer;
    private final NewerProxy store;
    private final NewerProxy queues;
    private final Load load;
    private final ChangePlan plan = new ChangePlan(RestartScenario.GRAPH, MARKER);
    private final Table table = new Table(
            "way", "posts", "deliveries", "seconds", "dead letters", "differences", "fields added", "attributes added");
    private long delivered;

    /**
     * @param store what processes of the newer build use for DynamoDB
     * @param queues what they use for SQS
     */
    UpgradeRun(RigRun run, Workspace older, Workspace newer, NewerProxy store, NewerProxy queues) {
        this.run = run;
        this.fleet = run.rig().fleet();
        this.older = older;
        this.newer = newer;
        this.store = store;
        this.queues = queues;
        this.load = run.load(RestartScenario.GRAPH, MARKER);
    }

    void run() {
        run.steps().importGraph(RestartScenario.GRAPH);
        way("to this build", this::upgrade);
        way("back", this::downgrade);
        run.requireNoCrash();
        run.screen().show(table);
    }

    private void upgrade() {
        fleet.workers().forEach(this::upgrade);
        fleet.apis().forEach(this::upgrade);
    }

    /** Older workers come when nothing is left of what newer APIs accepted. */
    private void downgrade() {
        fleet.apis().forEach(api -> downgrade(api, Side.API_QUEUES));
        Instant last = Instant.now();
        run.screen().say("waiting until the outbox is empty of what the newer APIs accepted…");
        run.require(
                RunClock.await(() -> !run.rig().storage().hasWorkFrom(last), POLL, run.limit()),
                "The outbox still has what the newer APIs accepted.");
        fleet.workers().forEach(worker -> downgrade(worker, Side.WORKER_QUEUES));
    }

    private void upgrade(FeedmillProcess process) {
        replace(process, newer, Rig.variables(store.endpoint(), queues.endpoint()));
    }

    private void downgrade(FeedmillProcess process, Side side) {
        replace(
                process,
                older,
                Rig.variables(run.rig().endpoint(Side.STORE), run.rig().endpoint(side)));
    }

    private void replace(FeedmillProcess process, Workspace build, Map<String, String> variables) {
        run.screen().say("replacing %s…".formatted(process.name()));
        process.use(build);
        process.change(variables);
        fleet.stop(process, MAX_STOP);
        fleet.awaitReady();
        RunClock.pause(SETTLE);
    }

    /** Makes the steps under load, waits until all work is done, and reads everything back. */
    private void way(String name, Runnable steps) {
        int posts = load.answered();
        long differences = run.findings().count();
        long fields = queues.added();
        long attributes = store.added();
        RunClock clock = new RunClock();
        Run published = underLoad(steps);
        Duration lasted = clock.now();
        Map<String, Job> jobs = run.steps().look(published.posts().authors(), published.deliveries(), run.limit());
        int deadLetters = verify(published, jobs);
        run.require(queues.added() > fields && store.added() > attributes, "The newer build wrote nothing.");
        long deliveries = Figures.of(jobs.values()).deliveries();
        table.row(
                name,
                load.answered() - posts,
                deliveries - delivered,
                lasted.toSeconds(),
                deadLetters,
                run.findings().count() - differences,
                queues.added() - fields,
                store.added() - attributes);
        delivered = deliveries;
    }

    private Run underLoad(Runnable steps) {
        load.start(INTERVAL, plan::next);
        RunClock.pause(SETTLE);
        steps.run();
        RunClock.pause(SETTLE);
        return load.stop();
    }

    /** Returns the number of dead-letter messages. */
    private int verify(Run published, Map<String, Job> jobs) {
        run.require(run.awaitWork(), "Messages, jobs, follows or unfollows are still open.");
        List<DeadLetter> deadLetters = run.rig().storage().queues().takeDeadLetters();
        run.findings().add(DeadLetterCheck.compare(List.of(), deadLetters));
        run.verifyAll(published, jobs);
        return deadLetters.size();
    }
}
