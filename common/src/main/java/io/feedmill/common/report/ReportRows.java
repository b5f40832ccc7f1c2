package io.feedmill.common.report;

import static java.util.stream.Collectors.joining;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore.Checkpoint;
import io.feedmill.common.report.ReportStore.Lease;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoint, lease and reports as rows of the table {@code reports}: one partition, in which a report's sort key is the start of its window. And the lines
 * of reports: a partition for each {@value ReportStore#LINES} lines of a report, with the token of their lease as sort key. A line is its fields between
 * spaces, which no author's id contains.
 */
final class ReportRows {
    public static final Table TABLE = Table.of("reports");

    private static final String TOKEN = "token";

    /** The one stream of reports: those over the whole ledger. */
    static final String STREAM = "ledger";
    /** Sort keys of reports: their digits sort before the names of the other rows. */
    static final String FIRST_REPORT = "0";

    static final String LAST_REPORT = "9:";

    private static final String TO = "to";
    private static final String AUTHORS = "authors";
    private static final String EVENTS = "events";
    private static final String POSTS = "posts";
    private static final String DELIVERIES = "deliveries";
    private static final String VIEWS = "views";
    private static final String WRITE_UNITS = "writeUnits";
    private static final String RETRACTIONS = "retractions";
    private static final String PRICE = "price";
    private static final String READ_UNITS = "readUnits";
    private static final String CREATED = "created";
    private static final String LINES = "lines";
    private static final int TOKEN_DIGITS = 12;
    private static final int ROW_DIGITS = 6;

    private ReportRows() {}

    static Attributes leaseKey() {
        return Attributes.key(STREAM, "lease");
    }

    static Attributes checkpointKey() {
        return Attributes.key(STREAM, "checkpoint");
    }

    static Attributes reportKey(QuarterHour from) {
        return Attributes.key(STREAM, from.value());
    }

    static Lease lease(Row row) {
        return new Lease(row.string("holder"), row.number(TOKEN), Instant.ofEpochMilli(row.number("until")));
    }

    static Checkpoint checkpoint(Row row) {
        return new Checkpoint(
                quarter(row, "next"), row.number("requests", 0), row.number("answered", 0), quarter(row, "exported"));
    }

    private static @Nullable QuarterHour quarter(Row row, String name) {
        return row.has(name) ? QuarterHour.parse(row.string(name)) : null;
    }

    static Attributes row(Report report) {
        Totals totals = report.totals();
        Sums sums = totals.sums();
        return Attributes.key(STREAM, report.window().from().value())
                .string(TO, report.window().to().value())
                .number(TOKEN, report.token())
                .number(AUTHORS, totals.authors())
                .number(EVENTS, totals.events())
                .number(POSTS, sums.posts())
                .number(DELIVERIES, sums.deliveries())
                .number(VIEWS, sums.views())
                .number(WRITE_UNITS, sums.writeUnits())
                .number(RETRACTIONS, sums.retractions())
                .string(PRICE, report.pricePerMillion().toPlainString())
                .number(READ_UNITS, report.readUnits())
                .number(CREATED, report.createdAt().toEpochMilli());
    }

    static Report report(Row row) {
        return new Report(
                new Window(QuarterHour.parse(row.sk()), QuarterHour.parse(row.string(TO))),
                row.number(TOKEN),
                totals(row),
                new BigDecimal(row.string(PRICE)),
                row.number(READ_UNITS),
                Instant.ofEpochMilli(row.number(CREATED)));
    }

    private static Totals totals(Row row) {
        return new Totals(
                Math.toIntExact(row.number(AUTHORS)),
                row.number(EVENTS),
                new Sums(
                        row.number(POSTS),
                        row.number(DELIVERIES),
                        row.number(VIEWS),
                        row.number(WRITE_UNITS),
                        row.number(RETRACTIONS)));
    }

    static Attributes lines(QuarterHour from, long token, int number, List<ReportLine> lines, Instant expires) {
        String text = lines.stream().map(ReportLine::text).collect(joining("\n"));
        return linesKey(from, token, number).string(LINES, text).expires(expires);
    }

    static Attributes linesKey(QuarterHour from, long token, int number) {
        return Attributes.key(
                STREAM + "#" + from.value() + "#" + Digits.encode(number, ROW_DIGITS),
                Digits.encode(token, TOKEN_DIGITS));
    }

    static List<ReportLine> lines(Row row) {
        return row.string(LINES).lines().map(ReportLine::parse).toList();
    }
}
