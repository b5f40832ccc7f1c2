package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.report.Report.ReportLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * A report without its lines, which count only with the token of the lease under which it was made. With the price in US dollars for a million write
 * units, as it was set then, the read units of the ledger that it took, and when it was made, to the millisecond.
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

    /** Sums over events: accepted posts, deliveries of jobs that were completed, new views, write units of all of it, and retractions of posts. */
    public record Sums(long posts, long deliveries, long views, long writeUnits, long retractions) {
        public static final Sums NONE = new Sums(0, 0, 0, 0, 0);

        public Sums plus(Sums other) {
            return new Sums(
                    posts + other.posts,
                    deliveries + other.deliveries,
                    views + other.views,
                    writeUnits + other.writeUnits,
                    retractions + other.retractions);
        }
    }

    /** The sums of an author's events in a window. */
    public record ReportLine(UserId author, Sums sums) {

        /** The inverse of {@link #text()}. */
        public static ReportLine parse(String text) {
            String[] fields = text.split(" ", -1);
            long[] sums =
                    Arrays.stream(fields).skip(1).mapToLong(Long::parseLong).toArray();
            return new ReportLine(new UserId(fields[0]), new Sums(sums[0], sums[1], sums[2], sums[3], sums[4]));
        }

        /** Its fields and those of its sums in this order, separated by blanks. */
        public String text() {
            return author + " " + sums.posts + " " + sums.deliveries + " " + sums.views + " " + sums.writeUnits + " "
                    + sums.retractions;
        }

        public ReportLine plus(ReportLine other) {
            return new ReportLine(author, sums.plus(other.sums));
        }
    }

    /** The sums of the lines of a report, and the numbers of its lines and of the ledger's entries. */
    public record Totals(int authors, long events, Sums sums) {

        /** The totals with more lines, whose events are counted already. */
        public Totals plus(Collection<ReportLine> lines) {
            Sums all = lines.stream().map(ReportLine::sums).reduce(sums, Sums::plus);
            return new Totals(authors + lines.size(), events, all);
        }
    }

    /** The quarters of an hour from {@code from}, by which a report is known, to before {@code to}. */
    public record Window(QuarterHour from, QuarterHour to) {

        /** Throws an {@link IllegalArgumentException} if it contains no quarter. */
        public Window {
            if (from.compareTo(to) >= 0) {
                throw new IllegalArgumentException("no quarter lies between " + from + " and " + to);
            }
        }

        public List<QuarterHour> quarters() {
            return Stream.iterate(from, quarter -> quarter.compareTo(to) < 0, QuarterHour::next)
                    .toList();
        }
    }
}
