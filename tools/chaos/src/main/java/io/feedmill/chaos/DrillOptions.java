package io.feedmill.chaos;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.RigSettings;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every drill. */
final class DrillOptions {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--workers", paramLabel = "N", description = "How many workers (${DEFAULT-VALUE}).")
    private int workers = 3;

    @Option(
            names = "--posts-per-second",
            paramLabel = "R",
            description = "How many are published while there is a steady load (${DEFAULT-VALUE}).")
    private double rate = 4;

    @Option(
            names = "--slice-size",
            paramLabel = "N",
            description = "Followers that one message delivers to (${DEFAULT-VALUE}).")
    private int sliceSize = 100;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long the fan-out may take before the drill fails (${DEFAULT-VALUE}).")
    private int timeout = 900;

    /** The time between two posts. */
    Duration every() {
        return Duration.ofNanos(Math.round(1e9 / rate));
    }

    Duration limit() {
        return Duration.ofSeconds(timeout);
    }

    /** Runs the drill on a rig of its own. Returns the exit code. */
    int run(BiPredicate<Rig, Screen> drill) {
        Usage.require(spec, workers >= 1 && workers <= 20, "--workers must be 1 to 20.");
        Usage.require(spec, rate > 0 && rate <= 1_000, "--posts-per-second must be more than 0 and at most 1000.");
        Usage.require(spec, sliceSize >= 1 && sliceSize <= 10_000, "--slice-size must be 1 to 10000.");
        Usage.require(spec, timeout > 0, "--timeout must be at least 1.");
        Screen screen = Screen.standard();
        try (Rig rig = Rig.start(RigSettings.of(workers, sliceSize), Workspace.configured(), screen)) {
            return drill.test(rig, screen) ? 0 : 1;
        }
    }
}
