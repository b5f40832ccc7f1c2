package io.feedmill.chaos.scenario;

import io.feedmill.chaos.plan.FaultSchedule;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RandomRun;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.faults.FaultProxy.FaultProxyException;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import io.feedmill.stack.console.Commands;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./feedmill chaos}: a run with random faults, and scenarios with one kind of fault. */
@Command(
        name = "feedmill chaos",
        subcommands = {
            OverloadScenario.class,
            HealScenario.class,
            LivingScenario.class,
            RestoreScenario.class,
            FuzzScenario.class,
            UpgradeScenario.class
        },
        description = {
            "Without a scenario: users make calls for some minutes while processes are killed, and store and queues fail, by a",
            "seed; then waits until all work is done, reads everything back, and judges what the users saw by what the",
            "documents promise. A scenario injects one kind of fault.",
            "Exit code 0: no promise is broken. 1: one is, or a step failed."
        })
public final class ChaosCommand extends Scenario {
    private static final int MAX_SEED = 1_000_000;
    /** Shorter than in production, and so is the wait of unfollows for their second look: 105 s. */
    private static final Map<String, String> DEADLINE =
            Map.of("FEEDMILL_LISTENERS_DEADLINE", "30s", "FEEDMILL_LISTENERS_MAX_DEADLINE", "30s");

    @Option(names = "--seed", paramLabel = "S", description = "Seed of all random choices (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Option(names = "--minutes", paramLabel = "M", description = "How long faults are injected (${DEFAULT-VALUE}).")
    private double minutes = 1;

    @Option(names = "--slice-size", paramLabel = "N", description = "Followers of a slice (${DEFAULT-VALUE}).")
    private int sliceSize = 2;

    @Option(names = "--groups", paramLabel = "N", description = "Groups of eight users (${DEFAULT-VALUE}).")
    private int groups = 5;

    @Option(names = "--quick", description = "Shorter timeouts than in production, and so a sooner end.")
    private boolean quick;

    @Option(names = "--plan", description = "Print the seed's fault schedule and do nothing.")
    private boolean planOnly;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return Commands.line(new ChaosCommand(), Set.of(FaultProxyException.class, ScriptException.class));
    }

    @Override
    void checkOptions() {
        require(minutes > 0 && minutes <= 60, "--minutes must be more than 0 and at most 60.");
        require(sliceSize >= 1 && sliceSize <= 10_000, "--slice-size must be 1 to 10000.");
        require(groups >= 1 && groups <= 100, "--groups must be 1 to 100.");
    }

    @Override
    Rig.Settings settings() {
        Rig.Settings production = Rig.Settings.of(workers(), sliceSize).with(DEADLINE);
        return quick ? production.quick() : production;
    }

    private FaultSchedule.Settings plan() {
        return new FaultSchedule.Settings(seed, Duration.ofMillis(Math.round(minutes * 60_000)), workers());
    }

    @Override
    boolean start(Screen screen) {
        screen.say("seed %d:".formatted(seed));
        FaultSchedule.of(plan()).lines().forEach(screen::say);
        boolean exact = planOnly || super.start(screen);
        if (!exact) {
            screen.say(
                    "the same schedule again: ./feedmill chaos --seed %d --minutes %s --workers %d --slice-size %d --groups %d%s"
                            .formatted(seed, minutes, workers(), sliceSize, groups, quick ? " --quick" : ""));
        }
        return exact;
    }

    @Override
    void run(RigRun run) {
        new RandomRun(run, plan(), groups).run(FaultSchedule.of(plan()));
    }

    /** The run has compared dead-letter messages with its poison. */
    @Override
    List<String> deadLetters(RigRun run) {
        return List.of();
    }

    @Override
    String verified() {
        return "no promise is broken, and only the poison was dead-lettered";
    }
}
