package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.FaultEvent;
import io.feedmill.chaos.plan.FaultSchedule;
import io.feedmill.chaos.plan.Poison;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Injects the faults of a schedule, each at its time. */
final class FaultInjector {
    private static final Duration POLL = Duration.ofMillis(20);
    private final Rig rig;
    private final Clients clients;
    private final long seed;
    private final AtomicInteger workersKilled = new AtomicInteger();
    private final AtomicInteger apisKilled = new AtomicInteger();
    private final AtomicInteger killedBeforeSend = new AtomicInteger();
    private final List<Poison> poison = new ArrayList<>();

    /** The faults that a run has injected. API processes killed while they sent the plan of a post count among those killed. */
    record InjectedFaults(int workersKilled, int apisKilled, int killedBeforeSend, List<Poison> poison) {}

    /** @param clients note the faults */
    FaultInjector(Rig rig, Clients clients, long seed) {
        this.rig = rig;
        this.clients = clients;
        this.seed = seed;
    }

    /** Returns when the length of the run is over. */
    InjectedFaults run(FaultSchedule schedule, Duration length, RunClock clock, Screen screen) {
        inject(Side.WORKER_QUEUES, Duration.ZERO, List.of());
        try (Progress progress = screen.progress("chaos", length.toSeconds());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (FaultEvent event : schedule.events()) {
                clock.sleepUntil(event.at());
                progress.at(event.at().toSeconds());
                inject(event, threads);
            }
            clock.sleepUntil(length);
            progress.at(length.toSeconds());
        }
        return new InjectedFaults(workersKilled.get(), apisKilled.get(), killedBeforeSend.get(), List.copyOf(poison));
    }

    private void inject(FaultEvent event, ExecutorService threads) {
        clients.fault(event.lasts(), event.text());
        switch (event) {
            case FaultEvent.ProxyFaults faults ->
                inject(
                        faults.side(),
                        faults.at(),
                        faults.rules().stream()
                                .map(rule -> rule.during(Duration.ZERO, faults.lasts()))
                                .toList());
            case FaultEvent.WorkerKill kill -> threads.execute(() -> killWorker(kill));
            case FaultEvent.ApiKill kill -> threads.execute(() -> killApi(kill.downFor()));
            case FaultEvent.ApiKillBeforeSend kill -> threads.execute(() -> killBeforeSend(kill));
            case FaultEvent.PoisonMessage message -> {
                rig.storage()
                        .queues()
                        .send(message.poison().queue(), message.poison().text());
                poison.add(message.poison());
            }
        }
    }

    private void killWorker(FaultEvent.WorkerKill kill) {
        if (rig.fleet().kill(rig.fleet().workers().get(kill.worker()), kill.downFor())) {
            workersKilled.incrementAndGet();
        }
    }

    private boolean killApi(Duration downFor) {
        boolean killed = rig.fleet().kill(rig.fleet().api(), downFor);
        if (killed) {
            apisKilled.incrementAndGet();
        }
        return killed;
    }

    /** Kills the API once a send is held, or when the maximum wait is over. */
    private void killBeforeSend(FaultEvent.ApiKillBeforeSend kill) {
        long before = heldSends();
        long deadline = System.nanoTime() + kill.maxWait().toNanos();
        Rule hold = Rule.of(new Fault.Hold(kill.maxWait())).onOperations("SendMessage");
        inject(Side.API_QUEUES, Duration.ZERO, List.of(hold));
        while (heldSends() == before && System.nanoTime() - deadline < 0) {
            RunClock.pause(POLL);
        }
        boolean held = heldSends() > before;
        if (killApi(kill.downFor()) && held) {
            killedBeforeSend.incrementAndGet();
        }
        inject(Side.API_QUEUES, Duration.ZERO, List.of());
    }

    private long heldSends() {
        return rig.statistics(Side.API_QUEUES).injected(FaultKind.HOLD);
    }

    private void inject(Side side, Duration at, List<Rule> rules) {
        List<Rule> all = new ArrayList<>(rules);
        if (side == Side.WORKER_QUEUES) {
            all.addAll(RigRun.DELIVERIES);
        }
        rig.inject(side, new Script(seedOf(seed, side, at), "pk", all));
    }

    /** Returns the seed of the script that begins on the side at the time, the same in every run. */
    static long seedOf(long seed, Side side, Duration at) {
        return seed * 1_000_003 + (side.name() + at.toMillis()).hashCode();
    }
}
