package io.feedmill.chaos.scenario;

import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.common.report.Window;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Findings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What all reports together say of events that have an author each. Not thread-safe. */
final class ReportUnion {
    private final Map<String, LedgerEntry.OfPost> events;
    private final Findings findings;
    private final Set<String> seen = new HashSet<>();

    ReportUnion(Map<String, LedgerEntry.OfPost> events, Findings findings) {
        this.events = events;
        this.findings = findings;
    }

    /** Looks at one more report. */
    void add(Report report, List<ReportLine> lines) {
        lines.forEach(line -> add(report.window(), line));
        require(
                report.totals().events() == lines.size(),
                "Report %s counts %d events, and has %d lines."
                        .formatted(report.window().from(), report.totals().events(), lines.size()));
    }

    /** Looks at what no report has. */
    void end() {
        events.keySet().stream()
                .filter(author -> !seen.contains(author))
                .forEach(author -> broken("The event of %s is in no report.".formatted(author)));
    }

    private void add(Window window, ReportLine line) {
        LedgerEntry.OfPost event = events.get(line.author().value());
        if (event == null) {
            broken("Report %s has a line of %s, who has no event.".formatted(window.from(), line.author()));
            return;
        }
        require(seen.add(line.author().value()), "The event of %s is in two reports.".formatted(line.author()));
        require(
                !event.at().isBefore(window.from().start())
                        && event.at().isBefore(window.to().start()),
                "The event of %s, of %s, is in the report %s.".formatted(line.author(), event.at(), window.from()));
        require(says(line, event), "Report %s says of %s: %s".formatted(window.from(), event, line));
    }

    private static boolean says(ReportLine line, LedgerEntry.OfPost event) {
        return switch (event) {
            case LedgerEntry.Published ignored -> is(line, 1, 0, 0);
            case LedgerEntry.Delivered delivered -> is(line, 0, delivered.delivered(), 0);
            case LedgerEntry.Viewed viewed -> is(line, 0, 0, viewed.count());
        };
    }

    private static boolean is(ReportLine line, long posts, long deliveries, long views) {
        return line.posts() == posts && line.deliveries() == deliveries && line.views() == views;
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            broken(sentence);
        }
    }

    private void broken(String sentence) {
        findings.add(List.of(new Difference.Broken(sentence)));
    }
}
