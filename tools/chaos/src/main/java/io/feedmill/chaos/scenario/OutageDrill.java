package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.AuthorDraw;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/** The store is gone for a while, under load. */
public final class OutageDrill {

    private static final FollowGraph GRAPH = new GraphGenerator(1_000, 500, 0.9, 1).generate();
    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final double FEW = 0.25;
    private static final int MIN_SAMPLES = 3;

    private final Rig rig;
    private final Screen screen;
    private final Duration outage;
    private final Duration every;
    private final Duration limit;
    private final DrillCheck check;

    /**
     * Prepares the drill, for a fresh rig.
     *
     * @param every the time between two posts
     * @param limit how long the fan-out may take in the end
     */
    public OutageDrill(Rig rig, Screen screen, Duration outage, Duration every, Duration limit) {
        this.rig = rig;
        this.screen = screen;
        this.outage = outage;
        this.every = every;
        this.limit = limit;
        this.check = new DrillCheck(rig, screen);
    }

    /** Whether polling paused and resumed by itself, nobody was given up, and nothing was lost or put aside. */
    public boolean run() {
        new GraphImport(rig.feedmill(), screen).run(GRAPH);
        AuthorDraw authors = new AuthorDraw(GRAPH);
        SteadyLoad load =
                SteadyLoad.start(rig, "outage drill", number -> GRAPH.id(authors.draw(new Random(number))), every);
        RunClock clock = new RunClock();
        try (Sampler sampler = new Sampler(rig, clock, load::answered)) {
            clock.sleepUntil(SETTLE);
            Duration begin = outage(clock);
            Duration end = clock.now();
            rig.fleet().awaitReady();
            clock.sleepUntil(clock.now().plus(SETTLE));
            Run run = load.stop(GRAPH);
            Map<String, FanoutStatus> jobs = new FanoutWatch(rig.feedmill(), screen, limit)
                    .await(run.posts().allIds(), run.deliveries());
            report(sampler.samples(), begin, end, clock.now());
            check.verify(run, jobs);
        }
        return FindingsList.print(
                check.findings(), screen, "nothing is lost or twice, every count is exact, no dead letter");
    }

    /** Returns when it began. */
    private Duration outage(RunClock clock) {
        screen.say("the store is gone for %s…".formatted(seconds(outage)));
        Duration begin = clock.now();
        rig.disturb(Side.STORE, Script.of(1, Rule.of(new Fault.Outage())));
        clock.sleepUntil(begin.plus(outage));
        rig.disturb(Side.STORE, Script.NONE);
        screen.say("the store is back");
        return begin;
    }

    private void report(List<Sample> samples, Duration begin, Duration end, Duration now) {
        Duration middle = begin.plus(end.minus(begin).dividedBy(2));
        Phase before = Phase.of("before", samples, Duration.ZERO, begin);
        Phase first = Phase.of("outage, first half", samples, begin, middle);
        Phase second = Phase.of("outage, second half", samples, middle, end);
        Phase after = Phase.of("after", samples, end, now);
        Table table = new Table("", "seconds", "polls/s", "workers ready", "not alive", "posts answered");
        List.of(before, first, second, after).forEach(phase -> row(table, phase));
        screen.show(table);
        screen.say("");
        resumed(samples, end);
        long receives = rig.statistics(Side.WORKER_QUEUES).highestReceiveCount();
        screen.row("highest receive count", "%,d".formatted(receives));
        check.promise(receives <= 1, "A message was received %d times.".formatted(receives));
        promises(before, first, second, after);
    }

    private void promises(Phase before, Phase first, Phase second, Phase after) {
        check.promise(
                second.samples().size() >= MIN_SAMPLES,
                "Workers were looked at only %d times in the second half of the outage."
                        .formatted(second.samples().size()));
        check.promise(
                second.pollsPerSecond() <= before.pollsPerSecond() * FEW,
                "Workers poll during the outage, %.1f times a second.".formatted(second.pollsPerSecond()));
        check.promise(second.mostReady() == 0, "Workers say that they are ready during the outage.");
        check.promise(
                List.of(before, first, second, after).stream().allMatch(phase -> phase.mostDown() == 0),
                "A worker says that it is not alive.");
        check.promise(rig.fleet().crashes() == 0, "A process ended that nobody had told to.");
    }

    private static void row(Table table, Phase phase) {
        table.row(
                phase.name(),
                "%.1f".formatted(Figures.seconds(phase.length())),
                "%.1f".formatted(phase.pollsPerSecond()),
                "%d to %d".formatted(phase.fewestReady(), phase.mostReady()),
                Integer.toString(phase.mostDown()),
                "%,d".formatted(phase.posts()));
    }

    private void resumed(List<Sample> samples, Duration end) {
        int workers = rig.fleet().workers().size();
        List<Sample> after = samples.stream()
                .filter(sample -> sample.at().compareTo(end) >= 0)
                .toList();
        long polls = after.isEmpty() ? 0 : after.getFirst().polls();
        screen.row("polling again after", since(end, after, sample -> sample.polls() > polls));
        screen.row("all ready again after", since(end, after, sample -> sample.ready() == workers));
    }

    private static String since(Duration end, List<Sample> samples, Predicate<Sample> wanted) {
        return samples.stream()
                .filter(wanted)
                .findFirst()
                .map(sample -> seconds(sample.at().minus(end)))
                .orElse("never");
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(Figures.seconds(time));
    }
}
