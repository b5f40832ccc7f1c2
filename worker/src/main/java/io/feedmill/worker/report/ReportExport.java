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
record ReportExport(ReportStore reports, List<FileTarget> targets) {
    private static final int PAGE = ReportStore.LINES;

    /** Returns false if the report's lines have expired: it has no files then. */
    boolean write(Report report) throws IOException {
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
        Path file = Files.createTempFile("report", format.suffix());
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
        return "report-" + report.window().from() + "-" + report.window().to() + format.suffix();
    }

    private boolean fill(Path file, Report report, ReportFormat format) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            writer.write(format.head(report));
            for (int written = 0; written < report.totals().authors(); ) {
                List<ReportLine> lines = reports.lines(report, written, PAGE);
                if (lines.isEmpty()) {
                    return false;
                }
                for (ReportLine line : lines) {
                    writer.write(format.line(report, line, written++));
                }
            }
            writer.write(format.tail());
            return true;
        }
    }
}
