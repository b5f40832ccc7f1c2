package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.ChaosPlan;
import io.feedmill.chaos.plan.Event;
import io.feedmill.chaos.plan.Poison;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.Member;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets happen what is planned, each at its time. */
final class Conductor {

    private static final Duration LOOK = Duration.ofMillis(20);

    private final ChaosPlan plan;
    private final Rig rig;
    private final Weather weather;
    private final Screen screen;
    private final AtomicInteger workersKilled = new AtomicInteger();
    private final AtomicInteger apisKilled = new AtomicInteger();
    private final AtomicInteger killedBeforeSend = new AtomicInteger();
    private final List<Poison> poison = new ArrayList<>();

    Conductor(ChaosPlan plan, Rig rig, Screen screen) {
        this.plan = plan;
        this.rig = rig;
        this.weather = new Weather(rig, plan.settings().seed());
        this.screen = screen;
    }

    /** Returns when the run's length is over, with what was done. */
    Deeds conduct(RunClock clock) {
        weather.begin();
        long length = plan.settings().length().toSeconds();
        try (Progress progress = screen.progress("chaos", length);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Event event : plan.events()) {
                sleepUntil(event.at(), clock, progress);
                happen(event, threads);
            }
            sleepUntil(plan.settings().length(), clock, progress);
        }
        return new Deeds(workersKilled.get(), apisKilled.get(), killedBeforeSend.get(), List.copyOf(poison));
    }

    private static void sleepUntil(Duration at, RunClock clock, Progress progress) {
        clock.sleepUntil(at);
        progress.at(at.toSeconds());
    }

    private void happen(Event event, ExecutorService threads) {
        switch (event) {
            case Event.Storm storm -> weather.storm(storm);
            case Event.WorkerKilled kill -> threads.execute(() -> killWorker(kill));
            case Event.ApiKilled kill -> threads.execute(() -> killApi(kill.downFor()));
            case Event.ApiKilledBeforeSend kill -> threads.execute(() -> killBeforeSend(kill));
            case Event.Poisoned poisoned -> poison(poisoned.poison());
        }
    }

    private void killWorker(Event.WorkerKilled kill) {
        Member worker = rig.fleet().workers().get(kill.worker());
        if (rig.fleet().kill(worker, kill.downFor())) {
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

    /** Kills it as soon as a send is held; one that has nothing to send in time is killed all the same. */
    private void killBeforeSend(Event.ApiKilledBeforeSend kill) {
        long before = weather.heldSends();
        long deadline = System.nanoTime() + kill.patience().toNanos();
        weather.holdSends(kill.patience());
        while (weather.heldSends() == before && System.nanoTime() - deadline < 0) {
            Pause.of(LOOK);
        }
        boolean held = weather.heldSends() > before;
        if (killApi(kill.downFor()) && held) {
            killedBeforeSend.incrementAndGet();
        }
        weather.releaseSends();
    }

    private void poison(Poison next) {
        rig.backstage().send(next.queue(), next.text());
        poison.add(next);
    }
}
