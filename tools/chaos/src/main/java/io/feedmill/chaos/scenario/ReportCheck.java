package io.feedmill.chaos.scenario;

import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.verify.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares all reports together with events that have an author each. Not thread-safe. */
final class ReportCheck {
    private static final int PAGE = 500;

    private final Map<String, LedgerEntry.OfPost> events;
    private final Findings findings;
    private final Set<String> seen = new HashSet<>();

    ReportCheck(Map<String, LedgerEntry.OfPost> events, Findings findings) {
        this.events = events;
        this.findings = findings;
    }

    /** Reads a report and its file, and checks them. */
    void read(Report report, ReportStore store, Path folder) {
        List<ReportLine> lines = new ArrayList<>();
        while (lines.size() < report.totals().authors()) {
            lines.addAll(store.lines(report, lines.size(), PAGE));
        }
        add(report, lines);
        findings.require(
                file(report, folder).equals(lines),
                "The file of report %s differs from its table."
                        .formatted(report.window().from()));
    }

    /** Checks one more report. */
    void add(Report report, List<ReportLine> lines) {
        lines.forEach(line -> add(report.window(), line));
        findings.require(
                report.totals().events() == lines.size(),
                "Report %s counts %d events, and has %d lines."
                        .formatted(report.window().from(), report.totals().events(), lines.size()));
    }

    /** Checks that no event is missing. */
    void end() {
        events.keySet().stream()
                .filter(author -> !seen.contains(author))
                .forEach(author -> findings.require(false, "The event of %s is in no report.".formatted(author)));
    }

    private void add(Window window, ReportLine line) {
        LedgerEntry.OfPost event = events.get(line.author().value());
        if (event == null) {
            findings.require(
                    false, "Report %s has a line of %s, who has no event.".formatted(window.from(), line.author()));
            return;
        }
        findings.require(
                seen.add(line.author().value()), "The event of %s is in two reports.".formatted(line.author()));
        findings.require(
                !event.at().isBefore(window.from().start())
                        && event.at().isBefore(window.to().start()),
                "The event of %s, of %s, is in the report %s.".formatted(line.author(), event.at(), window.from()));
        boolean same = switch (event) {
            case LedgerEntry.Posted posted -> has(line, 1, posted.delivered(), 0);
            case LedgerEntry.Viewed viewed -> has(line, 0, 0, viewed.count());
            case LedgerEntry.Retracted ignored -> has(line, 0, 0, 0) && line.retractions() == 1;
        };
        findings.require(same, "Report %s says of %s: %s".formatted(window.from(), event, line));
    }

    private static boolean has(ReportLine line, long posts, long deliveries, long views) {
        return line.posts() == posts && line.deliveries() == deliveries && line.views() == views;
    }

    private static List<ReportLine> file(Report report, Path folder) {
        Window window = report.window();
        try {
            return Files.readAllLines(folder.resolve("report-%s-%s.csv".formatted(window.from(), window.to()))).stream()
                    .skip(1)
                    .map(ReportCheck::line)
                    .toList();
        } catch (IOException e) {
            throw new StepFailure("A report's file cannot be read: " + e.getMessage());
        }
    }

    /** {@code from,to,author,posts,deliveries,views,writeUnits,price,retractions}. */
    private static ReportLine line(String text) {
        List<String> fields = List.of(text.split(","));
        return new ReportLine(
                new UserId(fields.get(2)),
                Long.parseLong(fields.get(3)),
                Long.parseLong(fields.get(4)),
                Long.parseLong(fields.get(5)),
                Long.parseLong(fields.get(6)),
                Long.parseLong(fields.get(8)));
    }
}
