package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.ReportStore;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a report's files. Their names and contents depend on the report only. */
final class ReportExport {
    private static final int PAGE = 500;

    private final ReportStore reports;
    private final List<FileTarget> targets;

    /**
     * @param targets of the files; may be empty
     */
    ReportExport(ReportStore reports, List<FileTarget> targets) {
        this.reports = reports;
        this.targets = targets;
    }

    void write(Report report) throws IOException {
        for (FileTarget target : targets) {
            for (ReportFormat format : ReportFormat.values()) {
                write(report, format, target);
            }
        }
    }

    private void write(Report report, ReportFormat format, FileTarget target) throws IOException {
        Path file = Files.createTempFile("report", format.suffix());
        try {
            fill(file, report, format);
            target.put(name(report, format), file);
        } finally {
            Files.delete(file);
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
