package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.Clients;
import io.feedmill.chaos.run.Load;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.faults.protocol.DenialError;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "outage",
        description = {
            "Makes the store unusable for a while, under load: polling pauses and resumes by itself. Causes:",
            "unreachable, expired (credentials), missing (the table of feeds), slow (800 ms a call)."
        })
public final class OutageScenario extends Scenario {
    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final Duration RECOVERY = Duration.ofSeconds(30);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration SLOW = Duration.ofMillis(800);
    private static final long SEED = 1;
    private static final int GROUPS = 6;
    private static final int USERS = 4;
    private static final double MAX_SHARE_OF_POLLS = 0.25;

    @Option(names = "--seconds", paramLabel = "S", description = "Length of the outage (${DEFAULT-VALUE}).")
    private int seconds = 30;

    @Option(names = "--cause", paramLabel = "CAUSE", description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private Cause cause = Cause.unreachable;

    /** The values of {@code --cause}, spelled as the user types them. */
    private enum Cause {
        unreachable,
        expired,
        missing,
        slow;

        Script script(StorageAccess storage) {
            return Script.of(
                    1,
                    switch (this) {
                        case unreachable -> Rule.of(new Fault.Outage());
                        case expired -> Rule.of(new Fault.Deny(DenialError.EXPIRED_TOKEN));
                        case missing ->
                            Rule.of(new Fault.Deny(DenialError.NOT_FOUND)).onTables(storage.homesTable());
                        case slow -> Rule.of(new Fault.Latency(new Distribution.Fixed(SLOW)));
                    });
        }
    }

    /** With the time of production for slow calls, which is shorter than the launcher's. */
    @Override
    Rig.Settings settings() {
        return super.settings().with(Map.of("FEEDMILL_BREAKER_SLOW_CALL", "500ms"));
    }

    @Override
    void checkOptions() {
        require(seconds >= 20 && seconds <= 240, "--seconds must be 20 to 240.");
    }

    /**
     * The workers at a time.
     *
     * @param at since the scenario began
     * @param ready workers whose readiness is up
     * @param down workers whose liveness is down
     * @param polls requests for messages until then
     * @param calls calls answered until then
     */
    record Sample(Duration at, int ready, int down, long polls, int calls) {}

    /** A part of the scenario, by samples of its beginning, every half second, and its end. */
    record Phase(String name, List<Sample> samples) {
        Duration length() {
            return Duration.ofNanos(growth(sample -> sample.at().toNanos()));
        }

        double pollsPerSecond() {
            return growth(Sample::polls) / Figures.seconds(length());
        }

        long calls() {
            return growth(Sample::calls);
        }

        int minReady() {
            return samples.stream().mapToInt(Sample::ready).min().orElseThrow();
        }

        int maxReady() {
            return samples.stream().mapToInt(Sample::ready).max().orElseThrow();
        }

        int maxDown() {
            return samples.stream().mapToInt(Sample::down).max().orElseThrow();
        }

        /** Returns the time from the beginning to the first sample that has this. */
        String until(Predicate<Sample> wanted) {
            return samples.stream()
                    .filter(wanted)
                    .findFirst()
                    .map(sample ->
                            Figures.text(sample.at().minus(samples.getFirst().at())))
                    .orElse("never");
        }

        private long growth(ToLongFunction<Sample> count) {
            return count.applyAsLong(samples.getLast()) - count.applyAsLong(samples.getFirst());
        }
    }

    @Override
    void run(RigRun run) {
        Clients clients = run.clients();
        Load load = new Load(run, clients, SEED, GROUPS, USERS, Map.of());
        load.start(INTERVAL);
        RunClock clock = new RunClock();
        Duration half = Duration.ofSeconds(seconds).dividedBy(2);
        List<Phase> phases = new ArrayList<>();
        phases.add(observe("before", SETTLE, run, clients, clock));
        run.screen().say("the store is unusable for %d s (%s)…".formatted(seconds, cause));
        clients.fault(Duration.ofSeconds(seconds).plus(RECOVERY), cause.name());
        run.rig().inject(Side.STORE, cause.script(run.rig().storage()));
        phases.add(observe("outage, first half", half, run, clients, clock));
        phases.add(observe("outage, second half", half, run, clients, clock));
        run.rig().inject(Side.STORE, Script.NONE);
        run.screen().say("the store is well again");
        phases.add(observe("after", RECOVERY, run, clients, clock));
        load.stop();
        load.rest();
        load.readAll();
        print(run, phases);
        check(run, phases);
        clients.judge(run);
    }

    @Override
    String verified() {
        return "no promise is broken, no dead-letter message";
    }

    private static Phase observe(String name, Duration length, RigRun run, Clients clients, RunClock clock) {
        Duration end = clock.now().plus(length);
        List<Sample> samples = new ArrayList<>();
        samples.add(sample(run, clients, clock));
        while (clock.now().compareTo(end) < 0) {
            RunClock.pause(INTERVAL);
            samples.add(sample(run, clients, clock));
        }
        return new Phase(name, samples);
    }

    private static Sample sample(RigRun run, Clients clients, RunClock clock) {
        List<FeedmillProcess> workers = run.rig().fleet().workers();
        return new Sample(
                clock.now(),
                (int) workers.stream().filter(FeedmillProcess::isReady).count(),
                (int) workers.stream().filter(FeedmillProcess::isBroken).count(),
                run.rig()
                        .statistics(Side.WORKER_QUEUES)
                        .operation("ReceiveMessage")
                        .requests(),
                clients.answered());
    }

    private static void print(RigRun run, List<Phase> phases) {
        Table table = new Table("", "seconds", "polls/s", "workers ready", "not alive", "calls answered");
        phases.forEach(phase -> table.row(
                phase.name(),
                "%.1f".formatted(Figures.seconds(phase.length())),
                "%.1f".formatted(phase.pollsPerSecond()),
                "%d to %d".formatted(phase.minReady(), phase.maxReady()),
                phase.maxDown(),
                phase.calls()));
        Screen screen = run.screen();
        screen.show(table);
        screen.say("");
        Phase after = phases.getLast();
        int workers = run.rig().fleet().workers().size();
        long polls = after.samples().getFirst().polls();
        screen.row("polling again after", after.until(sample -> sample.polls() > polls));
        screen.row("all ready again after", after.until(sample -> sample.ready() == workers));
    }

    private static void check(RigRun run, List<Phase> phases) {
        Phase before = phases.getFirst();
        Phase second = phases.get(2);
        long receives = run.rig().statistics(Side.WORKER_QUEUES).highestReceiveCount();
        run.screen().row("highest receive count", "%,d".formatted(receives));
        run.require(receives <= 1, "A message was received %d times.".formatted(receives));
        run.require(
                second.pollsPerSecond() <= before.pollsPerSecond() * MAX_SHARE_OF_POLLS,
                "Workers poll during the outage, %.1f times a second.".formatted(second.pollsPerSecond()));
        run.require(second.maxReady() == 0, "Workers are ready during the outage.");
        run.require(phases.stream().allMatch(phase -> phase.maxDown() == 0), "A worker is not alive.");
        run.requireNoCrash();
    }
}
