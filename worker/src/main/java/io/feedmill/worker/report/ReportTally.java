package io.feedmill.worker.report;

import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.ReportLine;
import java.util.List;
import java.util.TreeMap;

/** Adds up events by author. */
final class ReportTally {
    private final TreeMap<String, ReportLine> lines = new TreeMap<>();
    private long events;

    /** Dead-letter events have no author. */
    void add(LedgerEntry entry) {
        switch (entry) {
            case LedgerEntry.OfPost event -> add(line(event));
            case LedgerEntry.OfDeadLetters ignored -> {}
        }
    }

    /** Returns the lines, ordered by author. */
    List<ReportLine> lines() {
        return List.copyOf(lines.values());
    }

    /** Returns the number of events of posts. */
    long events() {
        return events;
    }

    private void add(ReportLine line) {
        events++;
        lines.merge(line.author(), line, ReportTally::sum);
    }

    private static ReportLine line(LedgerEntry.OfPost event) {
        long units = WriteUnits.of(event);
        return switch (event) {
            case LedgerEntry.Published p -> new ReportLine(p.author(), 1, 0, 0, units);
            case LedgerEntry.Delivered d -> new ReportLine(d.author(), 0, d.delivered(), 0, units);
            case LedgerEntry.Viewed v -> new ReportLine(v.author(), 0, 0, v.count(), units);
        };
    }

    private static ReportLine sum(ReportLine a, ReportLine b) {
        return new ReportLine(
                a.author(),
                a.posts() + b.posts(),
                a.deliveries() + b.deliveries(),
                a.views() + b.views(),
                a.writeUnits() + b.writeUnits());
    }
}
