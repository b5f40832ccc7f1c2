package io.feedmill.chaos;

import io.feedmill.chaos.plan.FaultSchedule;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.RigSettings;
import io.feedmill.chaos.run.RandomRun;
import io.feedmill.chaos.scenario.CelebrityScenario;
import io.feedmill.chaos.scenario.OutageScenario;
import io.feedmill.chaos.scenario.PartitionsScenario;
import io.feedmill.chaos.scenario.ReportsScenario;
import io.feedmill.chaos.scenario.RestartScenario;
import io.feedmill.chaos.scenario.ThrottleScenario;
import io.feedmill.chaos.scenario.ViewsScenario;
import io.feedmill.faults.FaultProxy.FaultProxyException;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.CommandLines;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command behind {@code ./feedmill chaos}: a run with random faults, and scenarios with one kind of fault. */
@Command(
        name = "feedmill chaos",
        mixinStandardHelpOptions = true,
        subcommands = {
            ThrottleScenario.class,
            OutageScenario.class,
            RestartScenario.class,
            CelebrityScenario.class,
            ViewsScenario.class,
            ReportsScenario.class,
            PartitionsScenario.class
        },
        description = {
            "Without a scenario: publishes for some minutes while processes are killed, and store and queues fail, by a",
            "seed; then waits until all work is done and reads everything back. A scenario injects one kind of fault.",
            "Exit code 0: everything is exact. 1: it is not, or a step failed."
        })
public final class ChaosCommand implements Callable<Integer> {
    private static final int MAX_SEED = 1_000_000;
    private static final Duration POST_INTERVAL = Duration.ofMillis(250);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of all random choices (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Option(names = "--minutes", paramLabel = "M", description = "How long faults are injected (${DEFAULT-VALUE}).")
    private double minutes = 1;

    @Option(names = "--workers", paramLabel = "N", description = "Number of workers (${DEFAULT-VALUE}).")
    private int workers = 3;

    @Option(names = "--slice-size", paramLabel = "N", description = "Followers of a slice (${DEFAULT-VALUE}).")
    private int sliceSize = 50;

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "Users of the graph; half of them follow the first (${DEFAULT-VALUE}).")
    private int users = 800;

    @Option(names = "--quick", description = "Shorter timeouts than in production, and so a sooner end.")
    private boolean quick;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Time for jobs, and then for dead-letter messages, after the faults (${DEFAULT-VALUE}).")
    private int timeout = 900;

    @Option(names = "--plan", description = "Print the seed's fault schedule and do nothing.")
    private boolean planOnly;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return CommandLines.of(new ChaosCommand(), Set.of(FaultProxyException.class, ScriptException.class));
    }

    @Override
    public Integer call() {
        FaultSchedule.Settings settings = settings();
        FaultSchedule schedule = FaultSchedule.of(settings);
        Screen screen = Screen.standard();
        screen.say("seed %d:".formatted(seed));
        schedule.lines().forEach(screen::say);
        if (planOnly) {
            return 0;
        }
        RigSettings production = RigSettings.of(workers, sliceSize);
        String command = "./feedmill chaos --seed %d --minutes %s --workers %d --slice-size %d --users %d%s"
                .formatted(seed, minutes, workers, sliceSize, users, quick ? " --quick" : "");
        try (Rig rig = Rig.start(quick ? production.quick() : production, Workspace.configured(), screen)) {
            RandomRun run = new RandomRun(settings, POST_INTERVAL, rig, screen, Duration.ofSeconds(timeout));
            return run.run(schedule, command) ? 0 : 1;
        }
    }

    private FaultSchedule.Settings settings() {
        Usage.require(spec, minutes > 0 && minutes <= 24 * 60, "--minutes must be more than 0 and at most a day.");
        Usage.require(spec, workers >= 1 && workers <= 20, "--workers must be 1 to 20.");
        Usage.require(spec, sliceSize >= 1 && sliceSize <= 10_000, "--slice-size must be 1 to 10000.");
        Usage.require(spec, users >= 20 && users <= 100_000, "--users must be 20 to 100000.");
        Usage.require(spec, timeout > 0, "--timeout must be at least 1.");
        return new FaultSchedule.Settings(
                seed, Duration.ofMillis(Math.round(minutes * 60_000)), workers, sliceSize, users);
    }
}
