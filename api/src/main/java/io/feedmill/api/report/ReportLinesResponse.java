package io.feedmill.api.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report with a page of its lines.
 *
 * @param items in the order of authors; a page that is not the last one may have few. Empty once the lines have expired
 * @param next the cursor of the next page; null, and absent from the JSON, only at the end
 */
record ReportLinesResponse(
        ReportResponse report, List<Line> items, @Nullable String next) {

    /**
     * The sums over an author's events in a report.
     *
     * @param price of the write units, in US dollars
     */
    record Line(
            String author,
            long posts,
            long deliveries,
            long views,
            long retractions,
            long writeUnits,
            BigDecimal price) {

        static Line of(Report report, ReportLine line) {
            return new Line(
                    line.author().value(),
                    line.posts(),
                    line.deliveries(),
                    line.views(),
                    line.retractions(),
                    line.writeUnits(),
                    report.price(line.writeUnits()));
        }
    }
}
