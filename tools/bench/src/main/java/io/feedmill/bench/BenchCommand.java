package io.feedmill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.bench.scenario.BillScenario;
import io.feedmill.bench.scenario.DeliveryScenario;
import io.feedmill.bench.scenario.GrowthScenario;
import io.feedmill.bench.scenario.InstantDeliveryScenario;
import io.feedmill.bench.scenario.KillScenario;
import io.feedmill.bench.scenario.LatencyScenario;
import io.feedmill.bench.scenario.PageScenario;
import io.feedmill.bench.scenario.PostScenario;
import io.feedmill.bench.scenario.Scenario;
import io.feedmill.bench.scenario.Setting;
import io.feedmill.bench.scenario.StreamFrameworkScenario;
import io.feedmill.bench.scenario.WorkersScenario;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.CommandLines;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "Prints tables, and writes them to tools/bench/results.",
            "Exit code 0: everything was measured, goals met or not. 1: a step failed."
        })
final class BenchCommand implements Callable<Integer> {
    /** The width of most terminals. */
    private static final int WIDTH = 120;

    private static final List<Scenario> SCENARIOS = List.of(
            new DeliveryScenario(),
            new InstantDeliveryScenario(),
            new LatencyScenario(),
            new BillScenario(),
            new PostScenario(),
            new PageScenario(),
            new GrowthScenario(),
            new WorkersScenario(),
            new StreamFrameworkScenario(),
            new KillScenario());

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "Small loads and few rounds: to see that everything works, not to quote.")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "SCENARIO",
            completionCandidates = Ids.class,
            description = "Only these of ${COMPLETION-CANDIDATES}.")
    private List<String> only = List.of();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "The Facebook graph, facebook_combined.txt.gz (default: a generated one of its size).")
    private @Nullable Path graph;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes every sample as JSON, too.")
    private @Nullable Path json;

    /** The scenarios that {@code --only} takes. */
    private static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SCENARIOS.stream().map(Scenario::id).iterator();
        }
    }

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(CommandLines.of(new BenchCommand(), Set.of()).execute(arguments));
    }

    @Override
    public Integer call() {
        only.forEach(id -> Usage.require(
                spec,
                SCENARIOS.stream().anyMatch(scenario -> scenario.id().equals(id)),
                "Unknown scenario %s.".formatted(id)));
        Workspace workspace = Workspace.configured();
        Screen screen = Screen.standard();
        Run run = run(new Setting(workspace, screen, graph, quick));
        screen.say("");
        screen.say("goals");
        show(Tables.of(run.goals()), screen);
        if (json != null) {
            write(json, run.toJson());
        }
        Path page = workspace.root().resolve("tools/bench/results").resolve(Page.file(run));
        write(page, Page.of(run));
        screen.say("");
        screen.say("written: " + workspace.root().relativize(page));
        return 0;
    }

    private Run run(Setting setting) {
        Machine machine = Machine.here();
        Instant startedAt = Instant.now();
        List<Run.Part> parts = new ArrayList<>();
        selected().forEach(scenario -> {
            setting.screen().say("");
            setting.screen().say("== %s: %s".formatted(scenario.id(), scenario.title()));
            Run.Part part = Run.Part.of(scenario, scenario.run(setting));
            show(part, setting.screen());
            parts.add(part);
        });
        return new Run(machine, Build.of(setting.workspace().root()), setting.quick(), startedAt, parts);
    }

    private Stream<Scenario> selected() {
        return SCENARIOS.stream().filter(scenario -> only.isEmpty() || only.contains(scenario.id()));
    }

    static void show(Run.Part part, Screen screen) {
        part.figures().forEach(figures -> {
            screen.say("");
            screen.say("%s, by %s".formatted(figures.title(), figures.primary().title()));
            show(Tables.of(figures), screen);
        });
        part.notes().forEach(note -> screen.say("  " + note));
    }

    static void show(Grid grid, Screen screen) {
        grid.tables(WIDTH).forEach(screen::show);
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
