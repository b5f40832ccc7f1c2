package io.feedmill.bench;

import io.feedmill.bench.scenario.Scenario;
import io.feedmill.bench.scenario.Setting;
import io.feedmill.cli.command.Usage;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Commands;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures Feedmill, the usual ways to do its job, and the bare limit, side by side in one run.",
            "Exit code 0: everything was measured, goals met or not. 1: a step failed."
        })
final class BenchCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "Small loads and few rounds: to see that everything works, not to quote.")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "SCENARIO",
            description =
                    "Only these of delivery, instant, latency, bill, costs, post, page, page-load, stream-framework.")
    private List<String> only = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes every sample as JSON, too.")
    private @Nullable Path json;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(Commands.line(new BenchCommand(), Set.of()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        List<String> known = Scenario.ALL.stream().map(Scenario::id).toList();
        only.forEach(id -> Usage.require(spec, known.contains(id), "Unknown scenario %s.".formatted(id)));
        Screen screen = Screen.standard();
        Run run = run(new Setting(Workspace.configured(), screen, quick));
        screen.say("");
        if (quick) {
            screen.say("A quick run judges no goal: its JVMs are not warm.");
        } else {
            screen.say("goals");
            screen.show(Tables.of(run.goals()));
        }
        if (json != null) {
            Files.createDirectories(json.toAbsolutePath().getParent());
            Files.writeString(json, run.toJson());
        }
        return 0;
    }

    private Run run(Setting setting) {
        Instant startedAt = Instant.now();
        Run.Machine machine = Run.Machine.here();
        setting.screen().say(machine.line());
        List<Run.Part> parts = Scenario.ALL.stream()
                .filter(scenario -> only.isEmpty() || only.contains(scenario.id()))
                .map(scenario -> run(scenario, setting))
                .toList();
        return new Run(machine, quick, startedAt, parts);
    }

    private static Run.Part run(Scenario scenario, Setting setting) {
        setting.screen().say("\n== %s: %s".formatted(scenario.id(), scenario.title()));
        Run.Part part = Run.Part.of(scenario, scenario.measure().apply(setting));
        show(part, setting.screen());
        return part;
    }

    static void show(Run.Part part, Screen screen) {
        part.figures().forEach(figures -> {
            screen.say(
                    "\n%s, by %s".formatted(figures.title(), figures.primary().title()));
            screen.show(Tables.of(figures));
        });
        part.notes().forEach(note -> screen.say("  " + note));
    }
}
