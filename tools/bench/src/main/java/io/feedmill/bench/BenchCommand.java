package io.feedmill.bench;

import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.report.Build;
import io.feedmill.bench.report.Machine;
import io.feedmill.bench.report.Part;
import io.feedmill.bench.report.Reports;
import io.feedmill.bench.report.Run;
import io.feedmill.bench.scenario.Scenario;
import io.feedmill.bench.scenario.Scenarios;
import io.feedmill.bench.scenario.Setting;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.CommandLines;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
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
            "Measures Feedmill, the ways in which people do its job today, and the bare limit, side by side in one run.",
            "Prints tables, and writes them with plots to tools/bench/results.",
            "Exit code 0: everything was measured, whatever came of it. 1: a step failed."
        })
final class BenchCommand implements Callable<Integer> {
    private static final Rounds QUICK = new Rounds(1, 2);
    private static final Rounds FULL = new Rounds(1, 5);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "Small loads and few rounds: to see that everything works, not to quote.")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "SCENARIO",
            completionCandidates = ScenarioIds.class,
            description = "Only these of ${COMPLETION-CANDIDATES}.")
    private List<String> only = List.of();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "The Facebook graph, facebook_combined.txt.gz (default: a generated one of its size).")
    private @Nullable Path graph;

    @Option(names = "--json", paramLabel = "FILE", description = "Where all figures go as JSON, too.")
    private @Nullable Path json;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(CommandLines.of(new BenchCommand(), Set.of()).execute(arguments));
    }

    @Override
    public Integer call() {
        Set<String> known = Set.copyOf(new ScenarioIds());
        only.forEach(id -> Usage.require(spec, known.contains(id), "There is no scenario %s.".formatted(id)));
        Workspace workspace = Workspace.configured();
        Screen screen = Screen.standard();
        Run run = run(new Setting(workspace, screen, quick ? QUICK : FULL, graph, quick));
        Reports.showGoals(run, screen);
        if (json != null) {
            Reports.writeJson(run, json);
        }
        Path page = Reports.writePage(run, workspace.root().resolve("tools/bench/results"));
        screen.say("");
        screen.say("written: " + workspace.root().relativize(page));
        return 0;
    }

    private Run run(Setting setting) {
        Machine machine = Machine.here();
        Instant startedAt = Instant.now();
        List<Part> parts = new ArrayList<>();
        for (Scenario scenario : Scenarios.all()) {
            if (only.isEmpty() || only.contains(scenario.id())) {
                setting.screen().say("");
                setting.screen().say("== %s: %s".formatted(scenario.id(), scenario.title()));
                Part part = Part.of(scenario, scenario.run(setting));
                Reports.show(part, setting.screen());
                parts.add(part);
            }
        }
        return new Run(machine, Build.of(setting.workspace().root()), setting.quick(), startedAt, parts);
    }
}
