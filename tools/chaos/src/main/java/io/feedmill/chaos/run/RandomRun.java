package io.feedmill.chaos.run;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.plan.EventSchedule;
import io.feedmill.chaos.plan.FaultSchedule;
import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.chaos.plan.Poison;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.FaultInjector.InjectedFaults;
import io.feedmill.client.Job;
import io.feedmill.faults.Statistics;
import io.feedmill.stack.QueueAccess.DeadLetter;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.load.EventCalls;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run with random faults, on a fresh rig. */
public record RandomRun(RigRun rigRun, Rig rig, Screen screen, Settings settings, EventSchedule events) {
    private static final Duration POLL = Duration.ofSeconds(1);

    public RandomRun(RigRun run, Settings settings) {
        this(run, run.rig(), run.screen(), settings, new EventSchedule(settings));
    }

    /**
     * What a run has done.
     *
     * @param repeated the number of calls that were sent more than once
     * @param ended when the last fault ended
     */
    private record Outcome(Run run, int repeated, InjectedFaults faults, Instant ended) {}

    /** Runs the schedule, reads everything back, and prints the results. */
    public void run(FaultSchedule schedule) {
        rigRun.steps().importGraph(events.graph());
        Map<Side, Statistics> before = new EnumMap<>(Side.class);
        Stream.of(Side.values()).forEach(side -> before.put(side, rig.statistics(side)));
        Outcome outcome = publish(schedule);
        Run run = outcome.run();
        Map<String, Job> jobs = rigRun.steps().look(run.posts().authors(), run.deliveries(), rigRun.limit());
        Map<Side, Statistics> traffic = new EnumMap<>(Side.class);
        before.forEach((side, then) -> traffic.put(side, rig.statistics(side).since(then)));
        List<DeadLetter> deadLetters = awaitDeadLetters(outcome.faults().poison());
        rigRun.findings().add(DeadLetterCheck.compare(outcome.faults().poison(), deadLetters));
        rigRun.verifyAll(run, jobs);
        print(outcome, jobs.values(), deadLetters.size());
        print(traffic, jobs.values());
    }

    private Outcome publish(FaultSchedule schedule) {
        RunClock clock = new RunClock();
        EventCalls calls = new EventCalls(rig.feedmill(), RigRun.PERSISTENCE, events.marker());
        FeedModel model = FeedModel.of(events.graph());
        EventLoad load = new EventLoad(calls, model, rigRun.findings(), settings.length(), clock);
        load.start(events.sequences());
        InjectedFaults faults = new FaultInjector(rig, settings.seed()).run(schedule, settings.length(), clock, screen);
        Instant ended = Instant.now();
        screen.say("the faults are over; waiting until everything is up…");
        rig.recover();
        load.stop();
        Run run = Run.onFresh(events.graph(), Posts.of(events.marker(), calls.posts()), model);
        return new Outcome(run, load.repeated(), faults, ended);
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

    private void print(Outcome outcome, Collection<Job> jobs, int deadLetters) {
        InjectedFaults faults = outcome.faults();
        FollowGraph graph = events.graph();
        FeedModel model = outcome.run().model();
        long skipped = jobs.stream().mapToLong(Job::skipped).sum();
        screen.say("");
        screen.row("seed", Long.toString(settings.seed()));
        screen.row("chaos", "%s, workers: %d".formatted(Figures.text(settings.length()), settings.workers()));
        screen.row("users", "%,d, %,d follows".formatted(graph.size(), graph.follows()));
        screen.row("posts", "%,d".formatted(model.posts().size()));
        Stream.of(Event.class.getPermittedSubclasses())
                .forEach(kind -> screen.row("  " + kind.getSimpleName(), "%,d".formatted(model.calls(kind))));
        screen.row("sent more than once", "%,d calls".formatted(outcome.repeated()));
        screen.row("deliveries", "%,d, skipped %,d".formatted(delivered(jobs), skipped));
        screen.row("workers killed", "%,d".formatted(faults.workersKilled()));
        screen.row(
                "API killed",
                "%,d, between transaction and send: %,d".formatted(faults.apisKilled(), faults.killedBeforeSend()));
        screen.row("poison", "%,d messages".formatted(faults.poison().size()));
        screen.row("dead-letter messages", "%,d".formatted(deadLetters));
        screen.row("recovery", recovery(outcome.ended(), jobs));
    }

    /** Prints the requests through the proxies until the last job was complete. */
    private void print(Map<Side, Statistics> traffic, Collection<Job> jobs) {
        screen.row("ended by themselves", "%,d processes".formatted(rig.fleet().crashes()));
        long receives = rig.statistics(Side.WORKER_QUEUES).highestReceiveCount();
        screen.row("highest receive count", "%,d".formatted(receives));
        double deliveries = Math.max(1, delivered(jobs));
        traffic.forEach((side, passed) -> {
            screen.row(
                    "requests, " + side.text(),
                    "%,d, %.2f a delivery, wasted %.2f"
                            .formatted(
                                    passed.requests(), passed.requests() / deliveries, passed.wasted() / deliveries));
            passed.byFault().forEach((fault, operations) -> screen.row("  " + fault.text(), counts(operations)));
        });
        screen.row("findings", "%,d".formatted(rigRun.findings().count()));
    }

    private static long delivered(Collection<Job> jobs) {
        return jobs.stream().mapToLong(Job::delivered).sum();
    }

    private static String recovery(Instant ended, Collection<Job> jobs) {
        return jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .map(last -> last.isAfter(ended) ? Duration.between(ended, last) : Duration.ZERO)
                .map(time -> "%s from the last fault to the last job's completion".formatted(Figures.text(time)))
                .orElse("none");
    }

    private static String counts(SortedMap<String, Long> operations) {
        long sum = operations.values().stream().mapToLong(Long::longValue).sum();
        return operations.entrySet().stream()
                .map(operation -> "%s %,d".formatted(operation.getKey(), operation.getValue()))
                .collect(Collectors.joining(", ", "%,d: ".formatted(sum), ""));
    }
}
