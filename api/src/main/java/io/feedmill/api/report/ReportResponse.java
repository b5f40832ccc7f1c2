package io.feedmill.api.report;

import io.feedmill.api.http.Iso;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.Totals;
import java.math.BigDecimal;

/**
 * A report without its lines.
 *
 * @param id the start of its window as {@code yyyyMMddHHmm}
 * @param to its end, exclusive
 * @param price of the write units, in US dollars
 * @param readUnits the read units consumed from the ledger
 */
record ReportResponse(
        String id,
        String from,
        String to,
        int authors,
        long events,
        long posts,
        long deliveries,
        long views,
        long retractions,
        long writeUnits,
        BigDecimal price,
        long readUnits,
        String createdAt) {

    static ReportResponse of(Report report) {
        Totals totals = report.totals();
        return new ReportResponse(
                report.window().from().value(),
                Iso.format(report.window().from().start()),
                Iso.format(report.window().to().start()),
                totals.authors(),
                totals.events(),
                totals.posts(),
                totals.deliveries(),
                totals.views(),
                totals.retractions(),
                totals.writeUnits(),
                report.price(totals.writeUnits()),
                report.readUnits(),
                Iso.format(report.createdAt()));
    }
}
