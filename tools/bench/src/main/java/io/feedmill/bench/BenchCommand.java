package io.feedmill.bench;

import com.sun.management.OperatingSystemMXBean;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.scenario.Scenario;
import io.feedmill.bench.scenario.Setting;
import io.feedmill.cli.command.Usage;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Commands;
import io.feedmill.stack.console.Screen;
import java.lang.management.ManagementFactory;
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
            "Measures Feedmill, the usual ways to do its job, and the bare limit, in turns of a second or two.",
            "Exit code 0: everything was measured, goals met or not. 1: a step failed."
        })
final class BenchCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "Few turns: to see that everything works, not to quote.")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "SCENARIO",
            description =
                    "Only these of delivery, instant, bill, post, page, page-load, on-read, live, beside, stream-framework.")
    private List<String> only = List.of();

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(Commands.line(new BenchCommand(), Set.of()).execute(arguments));
    }

    @Override
    public Integer call() {
        List<String> known = Scenario.ALL.stream().map(Scenario::id).toList();
        only.forEach(id -> Usage.require(spec, known.contains(id), "Unknown scenario %s.".formatted(id)));
        Screen screen = Screen.standard();
        screen.say(machine());
        Setting setting = new Setting(Workspace.configured(), screen, quick);
        List<Goal.Result> results = Scenario.ALL.stream()
                .filter(scenario -> only.isEmpty() || only.contains(scenario.id()))
                .flatMap(scenario -> run(scenario, setting).goals().stream())
                .toList();
        screen.say("");
        if (quick) {
            screen.say("A quick run judges no goal: its JVMs are not warm.");
        } else if (!results.isEmpty()) {
            screen.say("goals");
            screen.show(Tables.of(results));
        }
        return 0;
    }

    /** Describes the machine, without a name or a path. */
    static String machine() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return "%d cores, %,d MiB, %s %s, Java %s, load average %.2f"
                .formatted(
                        system.getAvailableProcessors(),
                        system.getTotalMemorySize() >> 20,
                        system.getName(),
                        system.getVersion(),
                        Runtime.version(),
                        system.getSystemLoadAverage());
    }

    private static Scenario.Result run(Scenario scenario, Setting setting) {
        setting.screen().say("\n== %s: %s".formatted(scenario.id(), scenario.title()));
        Scenario.Result result = scenario.measure().apply(setting);
        show(result, setting.screen());
        return result;
    }

    static void show(Scenario.Result result, Screen screen) {
        result.figures().forEach(figures -> {
            screen.say("\n" + figures.title());
            screen.show(Tables.of(figures));
        });
        result.notes().forEach(note -> screen.say("  " + note));
    }
}
