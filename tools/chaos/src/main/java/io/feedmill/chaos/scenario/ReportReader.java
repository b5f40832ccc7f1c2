package io.feedmill.chaos.scenario;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.common.report.ReportStore;
import io.feedmill.stack.load.StepFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads reports, from their table and from their files. */
final class ReportReader {
    private static final int PAGE = 500;
    private static final int MAX = 1_000;

    private final ReportStore store;
    private final Path files;

    ReportReader(ReportStore store, Path files) {
        this.store = store;
        this.files = files;
    }

    /** All from that one on. */
    List<Report> reports(QuarterHour first) {
        return store.from(first, MAX);
    }

    List<ReportLine> lines(Report report) {
        List<ReportLine> lines = new ArrayList<>();
        while (lines.size() < report.totals().authors()) {
            lines.addAll(store.lines(report, lines.size(), PAGE));
        }
        return lines;
    }

    /** What the report's file has. Throws a {@link StepFailure} if there is none. */
    List<ReportLine> file(Report report) {
        Path file = files.resolve("report-%s-%s.csv"
                .formatted(report.window().from(), report.window().to()));
        try {
            return Files.readAllLines(file).stream()
                    .skip(1)
                    .map(ReportReader::line)
                    .toList();
        } catch (IOException e) {
            throw new StepFailure("A report's file cannot be read: " + e.getMessage());
        }
    }

    /** {@code from,to,author,posts,deliveries,views,writeUnits,price}. */
    private static ReportLine line(String text) {
        List<String> fields = List.of(text.split(","));
        return new ReportLine(
                new UserId(fields.get(2)),
                Long.parseLong(fields.get(3)),
                Long.parseLong(fields.get(4)),
                Long.parseLong(fields.get(5)),
                Long.parseLong(fields.get(6)));
    }
}
