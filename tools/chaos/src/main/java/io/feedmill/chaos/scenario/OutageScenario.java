package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.chaos.run.RigRun.Load;
import io.feedmill.chaos.scenario.WorkerSampler.Phase;
import io.feedmill.chaos.scenario.WorkerSampler.Sample;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "outage",
        description = "Makes the store unavailable for a while, under load: polling pauses and resumes by itself.")
public final class OutageScenario extends Scenario {
    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final double MAX_SHARE_OF_POLLS = 0.25;
    private static final int MIN_SAMPLES = 3;

    @Option(names = "--seconds", paramLabel = "S", description = "Length of the outage (${DEFAULT-VALUE}).")
    private int seconds = 30;

    @Override
    void checkOptions() {
        require(seconds >= 20 && seconds <= 240, "--seconds must be 20 to 240.");
    }

    @Override
    void run(RigRun run) {
        run.steps().importGraph(RestartScenario.GRAPH);
        Load load = run.load(RestartScenario.GRAPH, "outage scenario", RestartScenario.POST_INTERVAL);
        RunClock clock = new RunClock();
        try (WorkerSampler sampler = new WorkerSampler(run.rig(), clock, load::answered)) {
            clock.sleepUntil(SETTLE);
            run.screen().say("the store is unavailable for %d s…".formatted(seconds));
            Duration begin = clock.now();
            run.rig().inject(Side.STORE, Script.of(1, Rule.of(new Fault.Outage())));
            clock.sleepUntil(begin.plusSeconds(seconds));
            run.rig().inject(Side.STORE, Script.NONE);
            run.screen().say("the store is back");
            Duration end = clock.now();
            run.rig().fleet().awaitReady();
            clock.sleepUntil(clock.now().plus(SETTLE));
            Run published = load.stop();
            Map<String, FanoutStatus> jobs = run.await(published);
            List<Sample> samples = sampler.samples();
            Duration middle = begin.plus(end.minus(begin).dividedBy(2));
            List<Phase> phases = List.of(
                    Phase.of("before", samples, Duration.ZERO, begin),
                    Phase.of("outage, first half", samples, begin, middle),
                    Phase.of("outage, second half", samples, middle, end),
                    Phase.of("after", samples, end, clock.now()));
            print(run, phases, end);
            check(run, phases);
            run.verify(published, jobs);
        }
    }

    private static void print(RigRun run, List<Phase> phases, Duration end) {
        Table table = new Table("", "seconds", "polls/s", "workers ready", "not alive", "posts answered");
        phases.forEach(phase -> table.row(
                phase.name(),
                "%.1f".formatted(Figures.seconds(phase.length())),
                "%.1f".formatted(phase.pollsPerSecond()),
                "%d to %d".formatted(phase.minReady(), phase.maxReady()),
                Integer.toString(phase.maxDown()),
                "%,d".formatted(phase.posts())));
        Screen screen = run.screen();
        screen.show(table);
        screen.say("");
        List<Sample> after = phases.getLast().samples();
        int workers = run.rig().fleet().workers().size();
        long polls = after.isEmpty() ? 0 : after.getFirst().polls();
        screen.row("polling again after", since(end, after, sample -> sample.polls() > polls));
        screen.row("all ready again after", since(end, after, sample -> sample.ready() == workers));
    }

    private static String since(Duration end, List<Sample> samples, Predicate<Sample> wanted) {
        return samples.stream()
                .filter(wanted)
                .findFirst()
                .map(sample -> Figures.text(sample.at().minus(end)))
                .orElse("never");
    }

    private static void check(RigRun run, List<Phase> phases) {
        Phase before = phases.getFirst();
        Phase second = phases.get(2);
        long receives = run.rig().statistics(Side.WORKER_QUEUES).highestReceiveCount();
        run.screen().row("highest receive count", "%,d".formatted(receives));
        run.require(receives <= 1, "A message was received %d times.".formatted(receives));
        run.require(
                second.samples().size() >= MIN_SAMPLES,
                "The second half of the outage has only %d samples of workers."
                        .formatted(second.samples().size()));
        run.require(
                second.pollsPerSecond() <= before.pollsPerSecond() * MAX_SHARE_OF_POLLS,
                "Workers poll during the outage, %.1f times a second.".formatted(second.pollsPerSecond()));
        run.require(second.maxReady() == 0, "Workers are ready during the outage.");
        run.require(phases.stream().allMatch(phase -> phase.maxDown() == 0), "A worker is not alive.");
        run.requireNoCrash();
    }
}
