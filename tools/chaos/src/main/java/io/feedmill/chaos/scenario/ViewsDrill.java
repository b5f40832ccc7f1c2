package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.rig.Traffic;
import io.feedmill.chaos.rig.TrafficMeter;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.client.PostCounters;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.load.Parallel;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Posts are viewed, some by the same people again, while every message comes twice and workers are killed: each viewer of a post counts once. */
public final class ViewsDrill {

    private static final long SEED = 1;
    private static final int CALLS = 8;
    private static final int KILLS = 2;
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final String TRANSACTION = "TransactWriteItems";

    /** Until a copy is due, and counted. */
    private static final Duration LAST_COPIES = Duration.ofSeconds(5);

    /** Every message a second time, at once or when most others have come. */
    private static final Script TWICE = Script.of(
            SEED,
            Rule.of(new Fault.Duplicate(1, new Distribution.Uniform(Duration.ofMillis(50), Duration.ofSeconds(3)))));

    /** The proxy counts units against a capacity: this one is never used up. */
    private static final Script METERED = Script.of(
            SEED,
            Rule.of(new Fault.TableCapacity(1e12, ThrottlingError.PROVISIONED)).onOperations(TRANSACTION));

    private final Rig rig;
    private final Screen screen;
    private final ViewPlan plan;
    private final Duration limit;
    private final DrillCheck check;
    private final ViewLoad load;

    /**
     * Prepares the drill.
     *
     * @param limit how long counting may take once all views are sent
     */
    public ViewsDrill(Rig rig, Screen screen, ViewPlan plan, Duration limit) {
        this.rig = rig;
        this.screen = screen;
        this.plan = plan;
        this.limit = limit;
        this.check = new DrillCheck(rig, screen);
        this.load = new ViewLoad(rig, screen, plan);
    }

    /** Whether every post's counter and the ledger say who has viewed, and nothing was put aside. */
    public boolean run() {
        List<String> posts = load.publish();
        new FanoutWatch(rig.feedmill(), screen, limit).await(posts, 0);
        Instant begin = Instant.now();
        disturb(TWICE, METERED);
        TrafficMeter meter = new TrafficMeter(rig);
        RunClock clock = new RunClock();
        load.send(posts);
        Duration sent = clock.now();
        Duration counted = awaitCounted(posts, clock);
        awaitEmpty(clock);
        List<Viewed> ledger = ledger(posts, begin);
        disturb(Script.NONE, Script.NONE);
        report(sent, counted, meter.traffic(Side.WORKER_QUEUES));
        new ViewBill(ledger, meter.traffic(Side.STORE).operation(TRANSACTION)).print(screen);
        check.add(ViewCheck.compare(expected(posts), counters(posts), ledger));
        return FindingsList.print(
                check.findings(), screen, "each viewer of a post is counted once, in its counter and in the ledger");
    }

    private void disturb(Script queues, Script store) {
        rig.disturb(Side.WORKER_QUEUES, queues);
        rig.disturb(Side.STORE, store);
    }

    /** Returns when all were counted; what still comes then changes nothing. */
    private Duration awaitCounted(List<String> posts, RunClock clock) {
        long all = plan.distinct();
        Duration end = clock.now().plus(limit);
        try (Progress progress = screen.progress("counted", all)) {
            long views = views(posts);
            while (views < all && clock.now().compareTo(end) < 0) {
                Pause.of(LOOK);
                views = views(posts);
                progress.at(views);
            }
        }
        return clock.now();
    }

    private long views(List<String> posts) {
        return counters(posts).values().stream().mapToLong(Long::longValue).sum();
    }

    private void awaitEmpty(RunClock clock) {
        screen.say("waiting for what the killed workers had taken…");
        Duration end = clock.now().plus(limit);
        while (rig.backstage().messages() > 0) {
            if (clock.now().compareTo(end) > 0) {
                throw new StepFailure("The queues are not empty after %d s.".formatted(limit.toSeconds()));
            }
            Pause.of(LOOK);
        }
        Pause.of(LAST_COPIES);
    }

    private List<Viewed> ledger(List<String> posts, Instant begin) {
        Set<String> ours = new HashSet<>(posts);
        return rig.backstage().ledger(begin, Instant.now()).stream()
                .filter(Viewed.class::isInstance)
                .map(Viewed.class::cast)
                .filter(entry -> ours.contains(entry.post().value()))
                .toList();
    }

    private Map<String, Long> expected(List<String> posts) {
        List<Set<String>> viewers = plan.viewers();
        return IntStream.range(0, posts.size()).boxed().collect(Collectors.toMap(posts::get, post ->
                (long) viewers.get(post).size()));
    }

    private Map<String, Long> counters(List<String> posts) {
        List<PostCounters> counters = Parallel.map(
                posts,
                CALLS,
                post -> Persistence.PATIENT
                        .call(() -> rig.feedmill().postCounters(post))
                        .value());
        return IntStream.range(0, posts.size())
                .boxed()
                .collect(Collectors.toMap(posts::get, post -> counters.get(post).views()));
    }

    private void report(Duration sent, Duration counted, Traffic queues) {
        long messages = plan.views().size();
        long copies = queues.operation("ReceiveMessage").faults(FaultKind.DUPLICATE);
        check.promise(copies >= messages, "Only %,d messages came twice.".formatted(copies));
        check.promise(load.killed() == KILLS, "%d workers were killed.".formatted(load.killed()));
        check.promise(rig.fleet().crashes() == 0, "A process ended that nobody had told to.");
        screen.say("");
        screen.row(
                "views", "%,d of %d posts; %,d of them first ones".formatted(messages, plan.posts(), plan.distinct()));
        screen.row("copies", "%,d messages came once more".formatted(copies));
        screen.row("workers killed", Integer.toString(load.killed()));
        screen.row("sent in", "%.1f s".formatted(Figures.seconds(sent)));
        screen.row(
                "counted in",
                "%.1f s, %,.0f messages a second"
                        .formatted(Figures.seconds(counted), messages / Figures.seconds(counted)));
    }
}
