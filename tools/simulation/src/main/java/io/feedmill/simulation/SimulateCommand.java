package io.feedmill.simulation;

import io.feedmill.cli.command.Usage;
import io.feedmill.simulation.Stories.Totals;
import io.feedmill.simulation.Story.Outcome;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Commands;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Runs sequences of calls, faults, crashes and time against the whole service, simulated on all cores, and judges what clients saw.",
            "--seed alone replays one sequence and tells it.",
            "Exit code 0: all promises were kept. 1: a sequence failed; its story is told."
        })
final class SimulateCommand implements Callable<Integer> {
    private static final double MAX_MINUTES = Duration.ofDays(7).toMinutes();
    private static final long MAX_SEQUENCES = 1_000_000_000;
    private static final double MINUTES = 5;
    private static final long SAY_EVERY = Duration.ofSeconds(30).toNanos();
    private static final double NANOS_OF_HOUR = Duration.ofHours(1).toNanos();

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of the first sequence; the others have those after it.")
    private @Nullable Long seed;

    @Option(names = "--minutes", paramLabel = "M", description = "How long it runs (5, if --sequences is absent).")
    private @Nullable Double minutes;

    @Option(names = "--sequences", paramLabel = "N", description = "The number of sequences.")
    private @Nullable Long sequences;

    @Option(
            names = "--events",
            paramLabel = "E,…",
            description = "Only these events of the sequence of --seed, as a failing run prints them; none: no event.")
    private @Nullable String events;

    private final Screen screen = Screen.standard();
    private long said;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(line().execute(arguments));
    }

    static CommandLine line() {
        return Commands.line(new SimulateCommand(), Set.of());
    }

    @Override
    public Integer call() {
        Usage.require(
                spec,
                minutes == null || (minutes > 0 && minutes <= MAX_MINUTES),
                "--minutes must be more than 0 and at most a week.");
        Usage.require(
                spec,
                sequences == null || (sequences > 0 && sequences <= MAX_SEQUENCES),
                "--sequences must be 1 to %d.".formatted(MAX_SEQUENCES));
        Usage.require(
                spec,
                events == null || events.matches("none|[0-9]{1,4}(,[0-9]{1,4})*"),
                "--events must be numbers, or none.");
        boolean one = minutes == null && sequences == null;
        Usage.require(spec, events == null || (seed != null && one), "--events needs --seed, and no other option.");
        Path histories = Workspace.configured().root().resolve(".feedmill/simulation");
        return seed != null && one ? replay(seed, histories) : run(histories);
    }

    private int replay(long story, Path histories) {
        Reached reached = new Reached();
        Outcome outcome = events == null
                ? Story.run(story, reached)
                : Story.run(
                        story,
                        Stream.of(events.split(",", -1))
                                .filter(event -> !event.equals("none"))
                                .map(Integer::valueOf)
                                .toList(),
                        reached);
        outcome.told().forEach(screen::say);
        screen.say("");
        screen.say("%d events, %,d steps, %s simulated"
                .formatted(outcome.events().size(), outcome.steps(), outcome.time()));
        if (!outcome.failed()) {
            screen.say("All promises were kept.");
            return 0;
        }
        new StoryTeller(histories, System::nanoTime).ending(outcome).forEach(screen::say);
        return 1;
    }

    private int run(Path histories) {
        long first = seed == null ? System.currentTimeMillis() : seed;
        long number = sequences == null ? MAX_SEQUENCES : sequences;
        double most = minutes != null ? minutes : sequences != null ? MAX_MINUTES : MINUTES;
        screen.say("Seeds from %d on".formatted(first));
        long begin = System.nanoTime();
        said = begin;
        Totals totals = new Stories(histories, all -> progress(all, begin))
                .run(first, number, Duration.ofSeconds((long) Math.ceil(most * 60)));
        tell(totals, System.nanoTime() - begin);
        return totals.failures().isEmpty() ? 0 : 1;
    }

    /** A line now and then. */
    private void progress(Totals totals, long begin) {
        long now = System.nanoTime();
        if (now - said >= SAY_EVERY) {
            said = now;
            screen.say("  %4d s: %,d sequences, %,d steps, %d failed"
                    .formatted(
                            Duration.ofNanos(now - begin).toSeconds(),
                            totals.sequences(),
                            totals.steps(),
                            totals.failures().size()));
        }
    }

    private void tell(Totals totals, long nanos) {
        ReachedTable table = new ReachedTable(totals.reached().counts());
        Stream.of(table.lines(), List.of(""), table.neverLines(), List.of(""))
                .flatMap(List::stream)
                .forEach(screen::say);
        double hours = nanos / NANOS_OF_HOUR;
        double days =
                totals.simulated().toMillis() / (double) Duration.ofDays(1).toMillis();
        screen.row("sequences", rate(totals.sequences(), hours));
        screen.row("steps", rate(totals.steps(), hours));
        screen.row("simulated days", "%,.1f, %,.0f an hour".formatted(days, days / hours));
        screen.row("failed", failed(totals));
        if (!totals.failures().isEmpty()) {
            screen.say("");
            totals.told().forEach(screen::say);
        }
    }

    private static String rate(long number, double hours) {
        return "%,d, %,.0f an hour".formatted(number, number / hours);
    }

    private static String failed(Totals totals) {
        List<String> seeds = totals.failures().keySet().stream()
                .limit(10)
                .map(String::valueOf)
                .toList();
        int all = totals.failures().size();
        return all == 0
                ? "0"
                : "%d: seeds %s%s".formatted(all, String.join(", ", seeds), all > seeds.size() ? " …" : "");
    }
}
