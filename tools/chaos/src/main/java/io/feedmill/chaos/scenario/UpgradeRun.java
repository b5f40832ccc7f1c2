package io.feedmill.chaos.scenario;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.NewerProxy;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.Clients;
import io.feedmill.chaos.run.Load;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.QueueAccess.DeadLetter;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Replaces all processes of an older build by those of a newer one, under load, and back; reads everything back after each way. */
final class UpgradeRun {
    private static final long SEED = 1;
    private static final int GROUPS = 5;
    private static final int USERS = 8;
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration BROKEN = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration MAX_STOP = Duration.ofSeconds(60);

    private final RigRun run;
    private final Fleet fleet;
    private final Workspace older;
    private final Workspace newer;
    private final NewerProxy store;
    private final NewerProxy queues;
    private final Clients clients;
    private final Load load;
    private final Table table =
            new Table("way", "calls", "seconds", "dead letters", "fields added", "attributes added");

    /** Takes the proxies by which processes of the newer build use DynamoDB and SQS. */
    UpgradeRun(RigRun run, Workspace older, Workspace newer, NewerProxy store, NewerProxy queues) {
        this.run = run;
        this.fleet = run.rig().fleet();
        this.older = older;
        this.newer = newer;
        this.store = store;
        this.queues = queues;
        this.clients = run.clients();
        this.load = new Load(run, clients, SEED, GROUPS, USERS, Map.of());
    }

    void run() {
        way("to this build", this::upgrade);
        way("back", this::downgrade);
        clients.judge(run);
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
        clients.fault(BROKEN, "end of " + process.name());
        fleet.stop(process, MAX_STOP);
        fleet.awaitReady();
        RunClock.pause(SETTLE);
    }

    /** Makes the steps under load, waits until all work is done, and reads everything back. */
    private void way(String name, Runnable steps) {
        int calls = clients.answered();
        long fields = queues.added();
        long attributes = store.added();
        RunClock clock = new RunClock();
        load.start(INTERVAL);
        RunClock.pause(SETTLE);
        steps.run();
        RunClock.pause(SETTLE);
        load.stop();
        Duration lasted = clock.now();
        calls = clients.answered() - calls;
        load.rest();
        load.readAll();
        List<DeadLetter> deadLetters = run.rig().storage().queues().takeDeadLetters();
        run.findings().add(DeadLetterCheck.compare(List.of(), deadLetters));
        run.require(queues.added() > fields && store.added() > attributes, "The newer build wrote nothing.");
        table.row(
                name,
                calls,
                lasted.toSeconds(),
                deadLetters.size(),
                queues.added() - fields,
                store.added() - attributes);
    }
}
