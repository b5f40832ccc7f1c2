package io.feedmill.worker.report;

import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.ReportLine;
import java.util.List;
import java.util.TreeMap;

/** Adds events up, author by author. */
final class ReportTally {
    private final TreeMap<UserId, ReportLine> lines = new TreeMap<>();
    private long events;

    /** Events of dead letters are about no author. */
    void add(LedgerEntry entry) {
        switch (entry) {
            case LedgerEntry.OfPost event -> add(line(event));
            case LedgerEntry.OfDeadLetters ignored -> {}
        }
    }

    /** In the order of authors. */
    List<ReportLine> lines() {
        return List.copyOf(lines.values());
    }

    /** How many events of posts there were. */
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
