package io.feedmill.chaos;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.RigSettings;
import io.feedmill.chaos.scenario.ReportsDrill;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "reports",
        mixinStandardHelpOptions = true,
        description = {
            "A day of ledger events within minutes, some late and some of clocks that are off, while workers make",
            "reports of it, are killed, and come back with another interval; then every report is read back."
        })
final class DrillReportsCommand implements Callable<Integer> {
    private static final int SLICE_SIZE = 100;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--events",
            paramLabel = "N",
            defaultValue = "200000",
            description = "How many there are (${DEFAULT-VALUE}).")
    private int events;

    @Option(
            names = "--hours",
            paramLabel = "H",
            defaultValue = "24",
            description = "Of how many hours (${DEFAULT-VALUE}).")
    private int hours;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many workers race for the reports (${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often all of them are killed (${DEFAULT-VALUE}).")
    private int kills;

    @Override
    public Integer call() throws IOException {
        Usage.require(spec, events >= 1 && events <= 5_000_000, "--events must be 1 to 5000000.");
        Usage.require(spec, hours >= 6 && hours <= 168, "--hours must be 6 to 168.");
        Usage.require(spec, workers >= 1 && workers <= 20, "--workers must be 1 to 20.");
        Usage.require(spec, kills >= ReportsDrill.MIN_KILLS && kills <= 20, "--kills must be 2 to 20.");
        Path folder = Files.createTempDirectory("feedmill-reports");
        try {
            return run(folder, Screen.standard()) ? 0 : 1;
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private boolean run(Path folder, Screen screen) {
        RigSettings settings = RigSettings.of(workers, SLICE_SIZE).with(ReportsDrill.variables(folder));
        try (Rig rig = Rig.start(settings, Workspace.configured(), screen)) {
            return new ReportsDrill(rig, screen, folder, events, hours, kills).run();
        }
    }
}
