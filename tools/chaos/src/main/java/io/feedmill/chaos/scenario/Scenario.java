package io.feedmill.chaos.scenario;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.cli.command.Usage;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One kind of fault on a rig: a subcommand of chaos with its options, a table and a verdict. */
@Command(mixinStandardHelpOptions = true)
public abstract class Scenario implements Callable<Integer> {
    private static final int SLICE_SIZE = 100;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--workers", paramLabel = "N", description = "Number of workers (${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Time that each wait for the work may take (${DEFAULT-VALUE}).")
    private int timeout = 900;

    Scenario() {
        this(3);
    }

    /** @param workers by default */
    Scenario(int workers) {
        this.workers = workers;
    }

    /** Refuses options that are out of range. */
    void checkOptions() {}

    int workers() {
        return workers;
    }

    Rig.Settings settings() {
        return Rig.Settings.of(workers, SLICE_SIZE);
    }

    /** Runs load and faults, shows tables, and reports findings to the run. */
    abstract void run(RigRun run);

    /** Returns what holds if there is no finding. */
    String verified() {
        return "nothing is lost or twice, every count is exact, no dead-letter message";
    }

    /** Returns the exit code. */
    @Override
    public final Integer call() {
        require(workers >= 1 && workers <= 20, "--workers must be 1 to 20.");
        require(timeout > 0, "--timeout must be at least 1.");
        checkOptions();
        return start(Screen.standard()) ? 0 : 1;
    }

    /** Starts a rig and runs the scenario on it. Returns whether there is no finding. */
    boolean start(Screen screen) {
        try (Rig rig = Rig.start(settings(), Workspace.configured(), screen)) {
            return run(rig, screen, Duration.ofSeconds(timeout));
        }
    }

    final boolean run(Rig rig, Screen screen, Duration limit) {
        RigRun run = new RigRun(rig, screen, limit);
        run(run);
        run.findings().add(deadLetters(run));
        return run.findings().print(screen::say, verified());
    }

    /** Returns a sentence for each dead-letter message: there must be none. */
    List<String> deadLetters(RigRun run) {
        return DeadLetterCheck.compare(List.of(), run.rig().storage().queues().takeDeadLetters());
    }

    final void require(boolean condition, String sentence) {
        Usage.require(spec, condition, sentence);
    }
}
