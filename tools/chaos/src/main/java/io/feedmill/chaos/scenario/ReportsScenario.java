package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportStore;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Reports of hours that lie in the past. The hours are written in phases: {@code feedmill.reports.settle} keeps workers from reporting more
 * than the phases written so far. Before each phase all workers are killed and start again with its settings, every second time during a
 * report, after which they also change the interval.
 */
@Command(
        name = "reports",
        description = {
            "Writes hours of ledger events, some late and some of clocks that are ahead, while workers make reports of",
            "them, are killed, and start again with another interval; then reads every report back."
        })
public final class ReportsScenario extends Scenario {
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Duration HOUR = Duration.ofHours(1);
    /** The default of {@code feedmill.reports.settle}. */
    private static final Duration SETTLE = Duration.ofMinutes(31);
    /** Nothing has settled. */
    private static final Duration NEVER = Duration.ofDays(10_000);

    private static final Duration UNTIL_STARTED = Duration.ofDays(1);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int STEPS_A_QUARTER = 3;
    private static final List<KillPoint> KILL_POINTS = List.of(KillPoint.values());
    private static final int MAX_REPORTS = 1_000;

    @Option(names = "--events", paramLabel = "N", description = "Number of events (${DEFAULT-VALUE}).")
    private int events = 200_000;

    @Option(names = "--hours", paramLabel = "H", description = "Number of hours (${DEFAULT-VALUE}).")
    private int hours = 24;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "Number of times that all workers are killed (${DEFAULT-VALUE}).")
    private int kills = 5;

    private Path folder = Path.of("");
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);

    @Override
    void checkOptions() {
        require(events >= 1 && events <= 5_000_000, "--events must be 1 to 5000000.");
        require(hours >= 6 && hours <= 168, "--hours must be 6 to 168.");
        require(kills >= 2 && kills <= 20, "--kills must be 2 to 20.");
        require(hours > 2 * kills, "--hours must be more than twice --kills.");
    }

    @Override
    Rig.Settings settings() {
        return super.settings()
                .with(Map.of(
                        "FEEDMILL_REPORTS_TO", reports().toString(),
                        "FEEDMILL_REPORTS_SINCE", start().minus(LedgerDay.LATE).toString(),
                        "FEEDMILL_REPORTS_EVERY", QUARTER.toString(),
                        "FEEDMILL_REPORTS_SETTLE", NEVER.toString(),
                        "FEEDMILL_REPORTS_POLL", "100ms",
                        "FEEDMILL_REPORTS_LEASE", "30s"));
    }

    @Override
    boolean start(Screen screen) {
        try {
            folder = Files.createTempDirectory("feedmill-reports");
            Files.createFile(noFolder());
            return super.start(screen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            FileSystemUtils.deleteRecursively(folder.toFile());
        }
    }

    @Override
    String verified() {
        return "every event is in one report, that of its time, and in that report's file";
    }

    @Override
    void run(RigRun run) {
        LedgerDay day = new LedgerDay(start(), events, hours, 1);
        ReportStore store = run.rig().storage().reports();
        int phases = 2 * kills + 1;
        kill(run);
        try (Progress progress = run.screen().progress("phases", phases)) {
            for (int phase = 0; phase < phases; phase++) {
                Instant cut = write(run, day, phase, phases);
                Duration interval = interval(phase / 2);
                if (phase % 2 == 1) {
                    KillPoint point = KILL_POINTS.get(phase / 2 % KILL_POINTS.size());
                    strike(run, store, point, cut, interval);
                    run.screen()
                            .say("%s: all workers killed %s; they come back with an interval of %d min"
                                    .formatted(
                                            cut,
                                            point.text(),
                                            interval(phase / 2 + 1).toMinutes()));
                } else {
                    start(run, cut, interval, reports());
                    awaitReports(run, store, QuarterHour.floor(cut, interval));
                    kill(run);
                }
                progress.at(phase + 1);
            }
        }
        check(run, day, store);
    }

    /** Writes the events of a phase. Returns until when reports may go then. */
    private Instant write(RigRun run, LedgerDay day, int phase, int phases) {
        int end = firstStep(day, phase + 1, phases);
        IntStream.range(firstStep(day, phase, phases), end)
                .forEach(step -> run.rig().storage().writeLedger(day.entries(step)));
        return end == day.steps() ? day.end().start() : day.time(end).minus(SETTLE);
    }

    /** Phases begin with a quarter of an hour: no event of a later one lies in the quarters that have settled. */
    private static int firstStep(LedgerDay day, int phase, int phases) {
        return phase == phases ? day.steps() : day.steps() * phase / phases / STEPS_A_QUARTER * STEPS_A_QUARTER;
    }

    /** The interval is an hour in the middle third of the kills. */
    private Duration interval(int struck) {
        return struck >= Math.ceilDiv(kills, 3) && struck < Math.ceilDiv(2 * kills, 3) ? HOUR : QUARTER;
    }

    private static void start(RigRun run, Instant cut, Duration interval, Path to) {
        Map<String, String> variables = Map.of(
                "FEEDMILL_REPORTS_TO", to.toString(),
                "FEEDMILL_REPORTS_EVERY", interval.toString(),
                "FEEDMILL_REPORTS_SETTLE", Duration.between(cut, Instant.now()).toString());
        Fleet fleet = run.rig().fleet();
        fleet.workers().forEach(worker -> {
            worker.change(variables);
            fleet.startNow(worker);
        });
    }

    private static void kill(RigRun run) {
        Fleet fleet = run.rig().fleet();
        fleet.workers().forEach(worker -> fleet.kill(worker, UNTIL_STARTED));
    }

    private static void awaitReports(RigRun run, ReportStore store, QuarterHour end) {
        BooleanSupplier done = () -> {
            QuarterHour exported = store.checkpoint().exported();
            return exported != null && exported.compareTo(end) >= 0;
        };
        if (!RunClock.await(done, POLL, run.limit())) {
            throw new StepFailure("No report or file up to %s after %d s."
                    .formatted(end, run.limit().toSeconds()));
        }
    }

    /** Starts all workers and kills them once a report has come to the point. */
    private void strike(RigRun run, ReportStore store, KillPoint point, Instant cut, Duration interval) {
        Rig rig = run.rig();
        long before = rig.statistics(Side.STORE).injected(point.kind());
        rig.inject(Side.STORE, point.script(rig.storage().ledgerTable()));
        start(run, cut, interval, point == KillPoint.BEFORE_FILES ? noFolder() : reports());
        if (point == KillPoint.ANY) {
            rig.fleet().awaitReady();
        }
        BooleanSupplier reached =
                () -> point.isReached(rig.statistics(Side.STORE).injected(point.kind()) - before, store.checkpoint());
        if (!RunClock.await(reached, POLL, run.limit())) {
            throw new StepFailure("No worker could be killed " + point.text());
        }
        kill(run);
        rig.inject(Side.STORE, Script.NONE);
    }

    private void check(RigRun run, LedgerDay day, ReportStore store) {
        ReportCheck check = new ReportCheck(day.events(), run.findings());
        Table table = new Table("report", "minutes", "events", "read units", "lease");
        List<Report> reports = store.from(day.first(), MAX_REPORTS);
        for (Report report : reports) {
            check.read(report, store, reports());
            table.row(
                    report.window().from().value(),
                    report.window().length().toMinutes(),
                    report.totals().events(),
                    report.readUnits(),
                    report.token());
        }
        check.end();
        run.requireNoCrash();
        Screen screen = run.screen();
        screen.show(table);
        screen.say("");
        screen.row("events written", "%,d".formatted(day.events().size()));
        screen.row(
                "events in reports",
                "%,d"
                        .formatted(reports.stream()
                                .mapToLong(report -> report.totals().events())
                                .sum()));
        screen.row("all workers killed", "%d times during a report".formatted(kills));
    }

    private Instant start() {
        return now.minus(Duration.ofHours(hours + 3L));
    }

    private Path reports() {
        return folder.resolve("reports");
    }

    /** The path of a regular file: no report can be written there. */
    private Path noFolder() {
        return folder.resolve("no-folder");
    }
}
