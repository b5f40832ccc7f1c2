package io.feedmill.api.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import java.math.BigDecimal;

/**
 * What an author's events of a report add up to.
 *
 * @param price of the write units, in US dollars
 */
record LineResponse(String author, long posts, long deliveries, long views, long writeUnits, BigDecimal price) {

    static LineResponse of(Report report, ReportLine line) {
        return new LineResponse(
                line.author().value(),
                line.posts(),
                line.deliveries(),
                line.views(),
                line.writeUnits(),
                report.price(line.writeUnits()));
    }
}
