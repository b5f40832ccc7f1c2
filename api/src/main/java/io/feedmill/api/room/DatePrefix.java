package io.feedmill.api.room;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.time.TickSpan;
import io.feedmill.common.key.Ticks;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/**
 * The parameter {@code prefix}: the beginning of a message's time {@code yyyy-MM-dd:HH:mm:ss}, cut behind one of its parts. What begins with it
 * lies in the span that it names.
 */
final class DatePrefix {
    private static final String EARLIEST = "0000-01-01:00:00:00";
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd:HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    /** What the last part counts, by the prefix's length. */
    private static final Map<Integer, ChronoUnit> UNITS = Map.of(
            "yyyy".length(), ChronoUnit.YEARS,
            "yyyy-MM".length(), ChronoUnit.MONTHS,
            "yyyy-MM-dd".length(), ChronoUnit.DAYS,
            "yyyy-MM-dd:HH".length(), ChronoUnit.HOURS,
            "yyyy-MM-dd:HH:mm".length(), ChronoUnit.MINUTES,
            "yyyy-MM-dd:HH:mm:ss".length(), ChronoUnit.SECONDS);

    private DatePrefix() {}

    /** @throws ProblemException if it is no such beginning, or of a year before 1970 or after 2261 */
    static TickSpan parse(String prefix) {
        ChronoUnit unit = UNITS.get(prefix.length());
        if (unit == null) {
            throw invalid();
        }
        try {
            LocalDateTime start = LocalDateTime.parse(prefix + EARLIEST.substring(prefix.length()), FORMAT);
            return new TickSpan(tick(start), tick(start.plus(1, unit)));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    private static long tick(LocalDateTime time) {
        return Ticks.ofInstant(time.toInstant(ZoneOffset.UTC));
    }

    private static ProblemException invalid() {
        return new ProblemException(
                ProblemType.INVALID_PARAMETER,
                "'prefix' is not the beginning of a time yyyy-MM-dd:HH:mm:ss of the years 1970 to 2261, such as 2018 or 2018-08.");
    }
}
