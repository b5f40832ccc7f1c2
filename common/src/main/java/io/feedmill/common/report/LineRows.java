package io.feedmill.common.report;

import static java.util.stream.Collectors.joining;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.ReportLine;
import java.time.Instant;
import java.util.List;

/**
 * Lines of reports as rows of the table {@code reports}: a partition for each {@value ReportStore#LINES} lines of a report, with the token of their
 * lease as sort key. A line is its fields between spaces, which no author's id contains.
 */
final class LineRows {
    private static final int TOKEN_DIGITS = 12;
    private static final int ROW_DIGITS = 6;
    private static final String ATTRIBUTE = "lines";

    private LineRows() {}

    static Attributes row(QuarterHour from, long token, int number, List<ReportLine> lines, Instant expires) {
        String text = lines.stream().map(ReportLine::text).collect(joining("\n"));
        return key(from, token, number).string(ATTRIBUTE, text).expires(expires);
    }

    static Attributes key(QuarterHour from, long token, int number) {
        return Attributes.key(
                ReportRows.STREAM + "#" + from.value() + "#" + Digits.encode(number, ROW_DIGITS),
                Digits.encode(token, TOKEN_DIGITS));
    }

    static List<ReportLine> lines(Row row) {
        return row.string(ATTRIBUTE).lines().map(ReportLine::parse).toList();
    }
}
