package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.common.report.ReportStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a report's files: what they say depends on the report alone, and so do their names. */
final class ReportExport {
    private static final int PAGE = 500;

    private final ReportStore reports;
    private final ReportTarget target;

    ReportExport(ReportStore reports, ReportTarget target) {
        this.reports = reports;
        this.target = target;
    }

    /** Throws an {@link UncheckedIOException} or the target's exception if a file is not written. */
    void write(Report report) {
        for (ReportFormat format : target.formats()) {
            write(report, format);
        }
    }

    private void write(Report report, ReportFormat format) {
        try {
            Path file = Files.createTempFile("report", format.suffix());
            try {
                fill(file, report, format);
                target.put(name(report, format), file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a report's file was not written", e);
        }
    }

    private static String name(Report report, ReportFormat format) {
        return "report-" + report.window().from() + "-" + report.window().to() + format.suffix();
    }

    private void fill(Path file, Report report, ReportFormat format) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            writer.write(format.head(report));
            for (int written = 0; written < report.totals().authors(); ) {
                for (ReportLine line : reports.lines(report, written, PAGE)) {
                    writer.write(format.line(report, line, written++));
                }
            }
            writer.write(format.tail());
        }
    }
}
