package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Findings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A day of the ledger within minutes: events that come late or from clocks that are off, workers that are killed and two that race, another
 * interval and back. Then every report is read.
 */
public final class ReportsDrill {
    /** The fewest times that workers are killed: they start again with the other interval. */
    public static final int MIN_KILLS = 2;

    private static final List<Blow> BLOWS = List.of(Blow.values());
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int STEPS_TO_THE_END = 48;

    private final Rig rig;
    private final Screen screen;
    private final SharedFolder folder;
    private final LedgerDay day;
    private final int kills;
    private final ReportJob job;
    private final Findings findings = new Findings();
    private int struck;

    /**
     * Prepares the drill, for a rig whose processes have the {@link #variables} of the same folder.
     *
     * @param events how many there are, in so many hours
     * @param kills how often all workers are killed
     */
    public ReportsDrill(Rig rig, Screen screen, Path folder, int events, int hours, int kills) {
        this.rig = rig;
        this.screen = screen;
        this.folder = new SharedFolder(folder);
        this.day = new LedgerDay(events, hours, 1);
        this.kills = kills;
        this.job = new ReportJob(rig, this.folder, QUARTER);
    }

    /** What the processes are to know; the folder must be there. */
    public static Map<String, String> variables(Path folder) {
        SharedFolder shared = new SharedFolder(folder);
        shared.setTime(LedgerDay.START);
        return ReportJob.variables(shared, QUARTER, LedgerDay.START.minus(LedgerDay.LATE));
    }

    /** Whether every event is in one report, and that is the one where it belongs. */
    public boolean run() {
        try (Progress progress = screen.progress("steps of the day", day.steps())) {
            for (int step = 0; step < day.steps(); step++) {
                live(step);
                progress.at(step + 1);
            }
        }
        end();
        return check();
    }

    private void live(int step) {
        Instant now = LedgerDay.time(step);
        boolean toStrike = struck < kills && step >= day.steps() * (struck + 1) / (kills + 1);
        if (toStrike && job.isDue(now)) {
            strike(now);
        } else {
            job.setTime(now);
        }
        rig.backstage().enter(day.enter(step));
        job.catchUp(PATIENCE);
    }

    private void strike(Instant now) {
        Blow blow = BLOWS.get(struck % BLOWS.size());
        boolean hourly = struck + 1 >= Math.ceilDiv(kills, 3) && struck + 1 < Math.ceilDiv(2 * kills, 3);
        Duration every = hourly ? HOUR : QUARTER;
        if (job.strike(blow, now, every, LIMIT)) {
            struck++;
            screen.say("%s: all workers killed %s; they come back with an interval of %d min"
                    .formatted(now, blow.text(), every.toMinutes()));
        }
    }

    /** Time goes on until everything has settled. */
    private void end() {
        QuarterHour end = day.end();
        for (int step = day.steps(); step < day.steps() + STEPS_TO_THE_END && !job.isDone(end); step++) {
            job.setTime(LedgerDay.time(step));
            job.catchUp(PATIENCE);
        }
        promise(job.isDone(end), "The last events are in no report, or its files are missing.");
        promise(struck == kills, "All workers were killed %d times only.".formatted(struck));
    }

    private boolean check() {
        ReportReader reader = new ReportReader(job.stores().reports(), folder.reports());
        ReportUnion union = new ReportUnion(day.entered(), findings);
        Table table = new Table("report", "minutes", "events", "read units", "lease");
        List<Report> reports = reader.reports(day.first());
        for (Report report : reports) {
            List<ReportLine> lines = reader.lines(report);
            union.add(report, lines);
            promise(
                    reader.file(report).equals(lines),
                    "The file of report %s says something else."
                            .formatted(report.window().from()));
            row(table, report);
        }
        union.end();
        screen.show(table);
        sum(reports);
        return FindingsList.print(
                findings, screen, "every event is in one report, that of its time, and in that report's file");
    }

    private static void row(Table table, Report report) {
        table.row(
                report.window().from().value(),
                Long.toString(report.window().length().toMinutes()),
                "%,d".formatted(report.totals().events()),
                "%,d".formatted(report.readUnits()),
                Long.toString(report.token()));
    }

    private void sum(List<Report> reports) {
        screen.say("");
        screen.row("events entered", "%,d".formatted(day.entered().size()));
        screen.row(
                "events in reports",
                "%,d"
                        .formatted(reports.stream()
                                .mapToLong(report -> report.totals().events())
                                .sum()));
        screen.row("reports", "%,d".formatted(reports.size()));
        screen.row(
                "read units",
                "%,d".formatted(reports.stream().mapToLong(Report::readUnits).sum()));
        screen.row("all workers killed", "%d times".formatted(struck));
    }

    private void promise(boolean kept, String sentence) {
        if (!kept) {
            findings.add(List.of(new Difference.Broken(sentence)));
        }
    }
}
