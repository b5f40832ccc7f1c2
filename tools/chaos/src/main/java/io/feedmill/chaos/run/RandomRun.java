package io.feedmill.chaos.run;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.plan.FaultSchedule;
import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.chaos.plan.Poison;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.FaultInjector.InjectedFaults;
import io.feedmill.faults.Statistics;
import io.feedmill.stack.QueueAccess.DeadLetter;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run with random faults and groups of users, on a fresh rig. */
public record RandomRun(RigRun rigRun, Rig rig, Screen screen, Settings settings, int groups) {
    private static final int USERS = 8;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration BETWEEN_CALLS = Duration.ofSeconds(1);

    public RandomRun(RigRun run, Settings settings, int groups) {
        this(run, run.rig(), run.screen(), settings, groups);
    }

    /** Runs the schedule, reads everything back, and prints the results. */
    public void run(FaultSchedule schedule) {
        Map<Side, Statistics> before = new EnumMap<>(Side.class);
        Stream.of(Side.values()).forEach(side -> before.put(side, rig.statistics(side)));
        RunClock clock = new RunClock();
        Clients clients = rigRun.clients();
        Load load = new Load(rigRun, clients, settings.seed(), groups, USERS, Map.of());
        load.start(BETWEEN_CALLS);
        InjectedFaults faults =
                new FaultInjector(rig, clients, settings.seed()).run(schedule, settings.length(), clock, screen);
        Duration ended = clock.now();
        screen.say("the faults are over; waiting until everything is up…");
        rig.recover();
        load.stop();
        int calls = clients.answered();
        List<DeadLetter> deadLetters = awaitDeadLetters(faults.poison());
        Duration recovery = clock.now().minus(ended);
        Map<Side, Statistics> traffic = new EnumMap<>(Side.class);
        before.forEach((side, then) -> traffic.put(side, rig.statistics(side).since(then)));
        rigRun.findings().add(DeadLetterCheck.compare(faults.poison(), deadLetters));
        load.rest();
        load.readAll();
        clients.judge(rigRun);
        print(faults, calls, deadLetters.size(), recovery);
        print(traffic);
    }

    /** Waits until all poison is dead-lettered and all work is done: messages of killed workers have come back, too. */
    private List<DeadLetter> awaitDeadLetters(List<Poison> poison) {
        List<DeadLetter> taken = new ArrayList<>();
        int max = rig.storage().openWork(false);
        try (Progress progress = screen.progress("work is done", max)) {
            RunClock.await(
                    () -> {
                        int waiting = rig.storage().openWork(false);
                        progress.at(max - waiting);
                        taken.addAll(rig.storage().queues().takeDeadLetters());
                        return waiting == 0
                                && DeadLetterCheck.missing(poison, taken).isEmpty();
                    },
                    POLL,
                    rigRun.limit());
        }
        taken.addAll(rig.storage().queues().takeDeadLetters());
        return taken;
    }

    private void print(InjectedFaults faults, int calls, int deadLetters, Duration recovery) {
        screen.say("");
        screen.row("seed", Long.toString(settings.seed()));
        screen.row("chaos", "%s, workers: %d".formatted(Figures.text(settings.length()), settings.workers()));
        screen.row("users", "%,d in %,d groups".formatted(groups * USERS, groups));
        screen.row("calls answered", "%,d".formatted(calls));
        screen.row("workers killed", "%,d".formatted(faults.workersKilled()));
        screen.row(
                "API killed",
                "%,d, between transaction and send: %,d".formatted(faults.apisKilled(), faults.killedBeforeSend()));
        screen.row("poison", "%,d messages".formatted(faults.poison().size()));
        screen.row("dead-letter messages", "%,d".formatted(deadLetters));
        screen.row("recovery", "%s from the last fault to the last work".formatted(Figures.text(recovery)));
    }

    /** Prints the requests through the proxies until the last work was done. */
    private void print(Map<Side, Statistics> traffic) {
        screen.row("ended by themselves", "%,d processes".formatted(rig.fleet().crashes()));
        long receives = rig.statistics(Side.WORKER_QUEUES).highestReceiveCount();
        screen.row("highest receive count", "%,d".formatted(receives));
        traffic.forEach((side, passed) -> {
            screen.row("requests, " + side.text(), "%,d, wasted %,d".formatted(passed.requests(), passed.wasted()));
            passed.byFault().forEach((fault, operations) -> screen.row("  " + fault.text(), counts(operations)));
        });
        screen.row("findings", "%,d".formatted(rigRun.findings().count()));
    }

    private static String counts(SortedMap<String, Long> operations) {
        long sum = operations.values().stream().mapToLong(Long::longValue).sum();
        return operations.entrySet().stream()
                .map(operation -> "%s %,d".formatted(operation.getKey(), operation.getValue()))
                .collect(Collectors.joining(", ", "%,d: ".formatted(sum), ""));
    }
}
