package io.feedmill.common.report;

import java.util.Collection;

/**
 * What the lines of a report add up to.
 *
 * @param authors how many lines there are
 * @param events how many entries of the ledger they are made of
 */
public record Totals(int authors, long events, long posts, long deliveries, long views, long writeUnits) {

    public static Totals of(Collection<ReportLine> lines, long events) {
        return new Totals(
                lines.size(),
                events,
                lines.stream().mapToLong(ReportLine::posts).sum(),
                lines.stream().mapToLong(ReportLine::deliveries).sum(),
                lines.stream().mapToLong(ReportLine::views).sum(),
                lines.stream().mapToLong(ReportLine::writeUnits).sum());
    }
}
