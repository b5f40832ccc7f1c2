package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.Clients;
import io.feedmill.chaos.run.Listener;
import io.feedmill.chaos.run.Load;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "living",
        description = {
            "Users of two APIs make calls of all kinds by a seed, and listen to live feeds that are cut, while messages arrive",
            "twice and workers are killed; then reads everything back and judges what they saw by what the documents promise."
        })
public final class LivingScenario extends Scenario {
    private static final int SLICE_SIZE = 2;
    private static final int USERS = 4;
    private static final int AT_ONCE = 12;
    private static final int LISTENERS = 10;
    private static final int MAX_SEED = 1_000_000;
    private static final Duration KILL_EVERY = Duration.ofSeconds(8);
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final Duration BROKEN = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    @Option(names = "--sequences", paramLabel = "N", description = "Groups of four users (${DEFAULT-VALUE}).")
    private int sequences = 50;

    @Option(names = "--events", paramLabel = "N", description = "Calls of each group (${DEFAULT-VALUE}).")
    private int events = 60;

    @Option(
            names = "--cuts",
            paramLabel = "N",
            description = "How often the live feeds of listeners are cut (${DEFAULT-VALUE}).")
    private int cuts = 100;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the calls (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Override
    void checkOptions() {
        require(sequences >= 1 && sequences <= 500, "--sequences must be 1 to 500.");
        require(events >= 1 && events <= 500, "--events must be 1 to 500.");
        require(cuts >= 0 && cuts <= 1_000, "--cuts must be 0 to 1000.");
    }

    /** The second look of an unfollow comes three lives of a handler after the first: 105 s. The sweep waits for it on a loaded machine, too. */
    @Override
    Rig.Settings settings() {
        return Rig.Settings.of(workers(), SLICE_SIZE)
                .quick()
                .withApis(2)
                .with(Map.of("FEEDMILL_UNFOLLOW_GRACE", "2s", "FEEDMILL_RELAY_ACCEPTED", "30s"));
    }

    @Override
    String verified() {
        return "no promise is broken";
    }

    @Override
    void run(RigRun run) {
        run.screen().say("seed %d".formatted(seed));
        Clients clients = run.clients();
        Load load = new Load(run, clients, seed, sequences, USERS, Map.of());
        List<Listener> listeners = listeners(run, clients, load.users());
        int killed;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            listeners.forEach(listener -> threads.execute(listener::listen));
            try {
                killed = disturb(run, clients, load);
                load.make("late calls", AT_ONCE, Math.max(1, events / 4));
                load.rest();
                load.readAll();
            } finally {
                listeners.forEach(Listener::end);
            }
        }
        clients.judge(run);
        run.requireNoCrash();
        run.screen().row("calls answered", "%,d".formatted(clients.answered()));
        run.screen().row("workers killed", Integer.toString(killed));
        run.screen()
                .row(
                        "live feeds",
                        "%,d, %,d connections"
                                .formatted(
                                        listeners.size(),
                                        listeners.stream()
                                                .mapToInt(Listener::connections)
                                                .sum()));
    }

    private List<Listener> listeners(RigRun run, Clients clients, List<String> users) {
        int count = Math.min(LISTENERS, users.size());
        return IntStream.range(0, count)
                .mapToObj(number -> new Listener(
                        clients, run.rig().fleet().apis(), users.get(number), cuts / count, new Random(seed + number)))
                .toList();
    }

    /** Makes three quarters of the calls. Disturbs the queues and kills one worker after the other meanwhile. Returns the number of kills. */
    private int disturb(RigRun run, Clients clients, Load load) {
        AtomicInteger killed = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        run.rig().inject(Side.WORKER_QUEUES, new Script(seed, "pk", RigRun.DELIVERIES));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> kills = threads.submit(() -> kill(run.rig().fleet(), clients, killed, over::get));
            try {
                load.make("calls", AT_ONCE, Math.max(1, events * 3 / 4));
            } finally {
                over.set(true);
            }
            RunClock.await(kills::isDone, POLL, STOP);
        }
        run.rig().recover();
        return killed.get();
    }

    /** Kills one worker and stops the next one, in turn. */
    private static void kill(Fleet fleet, Clients clients, AtomicInteger killed, BooleanSupplier over) {
        int number = 0;
        do {
            fleet.awaitReady();
            FeedmillProcess worker =
                    fleet.workers().get(number % fleet.workers().size());
            clients.fault(BROKEN, "end of " + worker.name());
            if (number % 3 == 2) {
                fleet.stop(worker, STOP);
            } else {
                killed.addAndGet(fleet.kill(worker, DOWN) ? 1 : 0);
            }
            number++;
        } while (!RunClock.await(over, POLL, KILL_EVERY));
    }
}
