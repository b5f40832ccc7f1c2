package io.feedmill.worker.report;

import io.feedmill.common.cost.Costs;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.TreeMap;

/** Adds up events by author. Has a limited number of authors in the heap, and all others in temporary files. Not thread-safe. */
final class ReportTally implements AutoCloseable {
    /** They take about 10 MB. */
    static final int MAX_AUTHORS = 50_000;

    private final int maxAuthors;
    private final TreeMap<UserId, ReportLine> lines = new TreeMap<>();
    private final LineRuns runs = new LineRuns(Path.of(System.getProperty("java.io.tmpdir")));
    private long events;
    private long unknown;

    /** @param maxAuthors maximum of authors in the heap */
    ReportTally(int maxAuthors) {
        this.maxAuthors = maxAuthors;
    }

    /** Dead-letter events have no author; what an event of a newer version counts for is unknown. */
    void add(LedgerEntry entry) {
        switch (entry) {
            case LedgerEntry.OfPost event -> add(line(event));
            case LedgerEntry.OfDeadLetters ignored -> {}
            case LedgerEntry.Unknown ignored -> unknown++;
        }
    }

    /** Returns the lines, ordered by author. Add nothing afterwards. */
    Iterator<ReportLine> lines() {
        if (runs.isEmpty()) {
            return lines.values().iterator();
        }
        spill();
        return runs.merged();
    }

    long events() {
        return events;
    }

    /** Returns the number of events that only a newer version knows. */
    long unknown() {
        return unknown;
    }

    private void add(ReportLine line) {
        events++;
        lines.merge(line.author(), line, ReportLine::plus);
        if (lines.size() > maxAuthors) {
            spill();
        }
    }

    private void spill() {
        if (!lines.isEmpty()) {
            runs.add(lines.values().iterator());
            lines.clear();
        }
    }

    private static ReportLine line(LedgerEntry.OfPost event) {
        long units = Costs.writeUnits(event);
        Sums sums = switch (event) {
            case LedgerEntry.Posted posted -> new Sums(1, posted.delivered(), 0, units, 0);
            case LedgerEntry.Viewed viewed -> new Sums(0, 0, viewed.count(), units, 0);
            case LedgerEntry.Retracted ignored -> new Sums(0, 0, 0, units, 1);
        };
        return new ReportLine(event.author(), sums);
    }

    @Override
    public void close() {
        runs.close();
    }
}
