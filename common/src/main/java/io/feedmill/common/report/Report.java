package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.report.Report.ReportLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * A report without its lines.
 *
 * @param token of the lease under which it was made: only lines with this token count
 * @param pricePerMillion US dollars for a million write units, as it was set then
 * @param readUnits consumed by reading the ledger for it
 * @param createdAt to the millisecond
 */
public record Report(
        Window window, long token, Totals totals, BigDecimal pricePerMillion, long readUnits, Instant createdAt) {
    private static final int PRICE_DIGITS = 6;

    /** The price of the write units in US dollars, to the millionth. */
    public BigDecimal price(long writeUnits) {
        return pricePerMillion
                .multiply(BigDecimal.valueOf(writeUnits))
                .movePointLeft(6)
                .setScale(PRICE_DIGITS, RoundingMode.HALF_UP);
    }

    /**
     * The sums of an author's events in a window.
     *
     * @param posts that were accepted
     * @param deliveries of jobs that were completed
     * @param views new ones
     * @param writeUnits write units of all of it
     * @param retractions of posts
     */
    public record ReportLine(
            UserId author, long posts, long deliveries, long views, long writeUnits, long retractions) {

        /** The inverse of {@link #text()}. */
        public static ReportLine parse(String text) {
            String[] fields = text.split(" ", -1);
            return new ReportLine(
                    new UserId(fields[0]),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[4]),
                    Long.parseLong(fields[5]));
        }

        /** Its fields in this order, separated by blanks. */
        public String text() {
            return author + " " + posts + " " + deliveries + " " + views + " " + writeUnits + " " + retractions;
        }

        /** The sum with other events of the same author. */
        public ReportLine plus(ReportLine other) {
            return new ReportLine(
                    author,
                    posts + other.posts,
                    deliveries + other.deliveries,
                    views + other.views,
                    writeUnits + other.writeUnits,
                    retractions + other.retractions);
        }
    }

    /**
     * The sums of the lines of a report.
     *
     * @param authors number of lines
     * @param events number of entries of the ledger
     */
    public record Totals(
            int authors, long events, long posts, long deliveries, long views, long writeUnits, long retractions) {

        public static Totals of(Collection<ReportLine> lines, long events) {
            return new Totals(0, events, 0, 0, 0, 0, 0).plus(lines);
        }

        /** The totals with more lines, whose events are counted already. */
        public Totals plus(Collection<ReportLine> lines) {
            return new Totals(
                    authors + lines.size(),
                    events,
                    posts + lines.stream().mapToLong(ReportLine::posts).sum(),
                    deliveries
                            + lines.stream().mapToLong(ReportLine::deliveries).sum(),
                    views + lines.stream().mapToLong(ReportLine::views).sum(),
                    writeUnits
                            + lines.stream().mapToLong(ReportLine::writeUnits).sum(),
                    retractions
                            + lines.stream().mapToLong(ReportLine::retractions).sum());
        }
    }

    /**
     * The quarters of an hour that one report is about.
     *
     * @param from the first one, by which the report is known
     * @param to the first one after it
     */
    public record Window(QuarterHour from, QuarterHour to) {

        /** Throws an {@link IllegalArgumentException} if it contains no quarter. */
        public Window {
            if (from.compareTo(to) >= 0) {
                throw new IllegalArgumentException("no quarter lies between " + from + " and " + to);
            }
        }

        /** The quarters in order of time. */
        public List<QuarterHour> quarters() {
            return Stream.iterate(from, quarter -> quarter.compareTo(to) < 0, QuarterHour::next)
                    .toList();
        }
    }
}
