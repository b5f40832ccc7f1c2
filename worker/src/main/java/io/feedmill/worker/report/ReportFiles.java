package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStore.Checkpoint;
import io.feedmill.common.storage.Backoff;
import io.feedmill.worker.report.Reporter.Outcome;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes files that are due, by the order of their reports, on which alone they depend. Waits longer after each refusal. Not thread-safe. */
final class ReportFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ReportFiles.class);

    /** The maximum that is counted. */
    private static final int MAX = 100;

    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(10));

    private final ReportStore reports;
    private final List<FileTarget> targets;
    private final Clock clock;
    private Instant notBefore = Instant.MIN;
    private int refusals;

    ReportFiles(ReportStore reports, List<FileTarget> targets, Clock clock) {
        this.reports = reports;
        this.targets = targets;
        this.clock = clock;
    }

    boolean due(Checkpoint checkpoint) {
        return checkpoint.filesDue() && !clock.instant().isBefore(notBefore);
    }

    /** Writes the files of the first report that has none. May write them twice, with the same names and contents. */
    Outcome write(Checkpoint checkpoint) {
        List<Report> due = reports.from(Objects.requireNonNull(checkpoint.exported()), MAX);
        Report report = due.getFirst();
        try {
            if (!export(report)) {
                LOG.atWarn().addKeyValue("report", report.window().from()).log("Report lines expired without files");
            }
        } catch (IOException e) {
            notBefore = clock.instant().plus(PAUSES.ceiling(refusals++));
            return new Outcome.Refused(due.size(), e);
        }
        refusals = 0;
        reports.exported(report.window());
        return new Outcome.Exported(report, due.size() - 1);
    }

    /** Returns false if the report's lines have expired: it has no files then. */
    private boolean export(Report report) throws IOException {
        for (FileTarget target : targets) {
            for (ReportFormat format : ReportFormat.values()) {
                if (!write(report, format, target)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean write(Report report, ReportFormat format, FileTarget target) throws IOException {
        Path file = Files.createTempFile("report", format.suffix);
        try {
            boolean filled = fill(file, report, format);
            if (filled) {
                target.put(name(report, format), file);
            }
            return filled;
        } finally {
            Files.delete(file);
        }
    }

    private static String name(Report report, ReportFormat format) {
        return "report-" + report.window().from() + "-" + report.window().to() + format.suffix;
    }

    private boolean fill(Path file, Report report, ReportFormat format) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            writer.write(format.head(report));
            for (int written = 0; written < report.totals().authors(); ) {
                List<ReportLine> lines = reports.lines(report, written, ReportStore.LINES);
                if (lines.isEmpty()) {
                    return false;
                }
                for (ReportLine line : lines) {
                    writer.write(format.line(report, line, written++));
                }
            }
            writer.write(format.tail);
            return true;
        }
    }

    /** The format of a report file. Author ids need no quoting in any format. */
    enum ReportFormat {
        /** A header line, and a line for each author. */
        CSV(".csv", "") {
            @Override
            String head(Report report) {
                return "from,to,author,posts,deliveries,views,writeUnits,price,retractions\n";
            }

            @Override
            String line(Report report, ReportLine line, int number) {
                Window window = report.window();
                Sums sums = line.sums();
                return window.from().start() + "," + window.to().start() + "," + line.author() + "," + sums.posts()
                        + ","
                        + sums.deliveries() + "," + sums.views() + "," + sums.writeUnits() + ","
                        + report.price(sums.writeUnits()).toPlainString() + "," + sums.retractions() + "\n";
            }
        },

        /** An object with the totals and a list of authors, each on a line of its own. */
        JSON(".json", "\n]}\n") {
            @Override
            String head(Report report) {
                Window window = report.window();
                return "{\"from\":\"" + window.from().start() + "\",\"to\":\""
                        + window.to().start() + "\",\"events\":"
                        + report.totals().events()
                        + fields(report, report.totals().sums()) + ",\"authors\":[";
            }

            @Override
            String line(Report report, ReportLine line, int number) {
                return (number == 0 ? "\n" : ",\n") + "{\"author\":\"" + line.author() + "\""
                        + fields(report, line.sums()) + "}";
            }

            private static String fields(Report report, Sums sums) {
                return ",\"posts\":" + sums.posts() + ",\"deliveries\":" + sums.deliveries() + ",\"views\":"
                        + sums.views()
                        + ",\"retractions\":" + sums.retractions() + ",\"writeUnits\":" + sums.writeUnits()
                        + ",\"price\":" + report.price(sums.writeUnits()).toPlainString();
            }
        };

        final String suffix;
        final String tail;

        ReportFormat(String suffix, String tail) {
            this.suffix = suffix;
            this.tail = tail;
        }

        abstract String head(Report report);

        /** Returns the line of an author; {@code number} counts from 0. */
        abstract String line(Report report, ReportLine line, int number);
    }
}
