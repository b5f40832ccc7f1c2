package io.feedmill.chaos;

import io.feedmill.chaos.plan.ChaosPlan;
import io.feedmill.chaos.plan.ChaosSettings;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.RigSettings;
import io.feedmill.chaos.run.Chaos;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Publishes for some minutes while processes are killed, and store and queues are disturbed, as a seed has it;",
            "then waits until all is quiet and reads everything back.",
            "Exit code 0: every follower has each post exactly once and every count is exact. 1: not so, or a step failed."
        })
final class ChaosCommand implements Callable<Integer> {

    private static final int MAX_SEED = 1_000_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of everything that is left to chance (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Option(names = "--minutes", paramLabel = "M", description = "How long faults are injected (${DEFAULT-VALUE}).")
    private double minutes = 1;

    @Option(names = "--workers", paramLabel = "N", description = "How many workers (${DEFAULT-VALUE}).")
    private int workers = 3;

    @Option(names = "--posts-per-second", paramLabel = "R", description = "How many are published (${DEFAULT-VALUE}).")
    private double rate = 4;

    @Option(
            names = "--slice-size",
            paramLabel = "N",
            description = "Followers that one message delivers to (${DEFAULT-VALUE}).")
    private int sliceSize = 50;

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "Users of the graph; half of them follow the first (${DEFAULT-VALUE}).")
    private int users = 800;

    @Option(
            names = "--quick",
            description = "Less patience than in production with what was lost with a process, and so a sooner end.")
    private boolean quick;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long jobs, and then dead letters, may take after the last fault (${DEFAULT-VALUE}).")
    private int timeout = 900;

    @Option(names = "--plan", description = "Print what the seed has drawn and do nothing.")
    private boolean planOnly;

    @Override
    public Integer call() {
        Screen screen = Screen.standard();
        ChaosPlan plan = ChaosPlan.of(settings());
        screen.say("seed %d:".formatted(seed));
        plan.lines().forEach(screen::say);
        return planOnly ? 0 : run(plan, screen);
    }

    private ChaosSettings settings() {
        Usage.require(spec, minutes > 0 && minutes <= 24 * 60, "--minutes must be more than 0 and at most a day.");
        Usage.require(spec, workers >= 1 && workers <= 20, "--workers must be 1 to 20.");
        Usage.require(spec, rate > 0 && rate <= 1_000, "--posts-per-second must be more than 0 and at most 1000.");
        Usage.require(spec, sliceSize >= 1 && sliceSize <= 10_000, "--slice-size must be 1 to 10000.");
        Usage.require(spec, users >= 20 && users <= 100_000, "--users must be 20 to 100000.");
        Usage.require(spec, timeout > 0, "--timeout must be at least 1.");
        Duration length = Duration.ofMillis(Math.round(minutes * 60_000));
        return new ChaosSettings(seed, length, workers, Duration.ofNanos(Math.round(1e9 / rate)), sliceSize, users);
    }

    private int run(ChaosPlan plan, Screen screen) {
        RigSettings patient = RigSettings.of(workers, sliceSize);
        try (Rig rig = Rig.start(quick ? patient.quick() : patient, Workspace.configured(), screen)) {
            return new Chaos(plan, rig, screen, Duration.ofSeconds(timeout), again()).run() ? 0 : 1;
        }
    }

    /** The command that runs the same plan. */
    private String again() {
        return "./feedmill chaos --seed %d --minutes %s --workers %d --posts-per-second %s --slice-size %d --users %d%s"
                .formatted(seed, minutes, workers, rate, sliceSize, users, quick ? " --quick" : "");
    }
}
