package io.feedmill.api.room;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.Ticks;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parameter {@code prefix}: the beginning of a message's time {@code yyyy-MM-dd:HH:mm:ss}, cut after one of its parts. */
final class DatePrefix {
    private static final String EARLIEST = "0000-01-01:00:00:00";
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd:HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    /** The unit of the last part, by the length of the prefix. */
    private static final Map<Integer, ChronoUnit> UNITS = Map.of(
            "yyyy".length(), ChronoUnit.YEARS,
            "yyyy-MM".length(), ChronoUnit.MONTHS,
            "yyyy-MM-dd".length(), ChronoUnit.DAYS,
            "yyyy-MM-dd:HH".length(), ChronoUnit.HOURS,
            "yyyy-MM-dd:HH:mm".length(), ChronoUnit.MINUTES,
            "yyyy-MM-dd:HH:mm:ss".length(), ChronoUnit.SECONDS);

    private DatePrefix() {}

    /** Returns the range that a prefix, or else {@code from} and {@code to}, give; throws 400 if both are present, or the prefix is invalid. */
    static TimeRange range(@Nullable String prefix, TimeRange range) {
        if (prefix == null) {
            return range;
        }
        if (range.bounded()) {
            throw ProblemException.invalidParameter("Invalid range: use either 'prefix' or 'from' and 'to'.");
        }
        return parse(prefix);
    }

    /** @throws ProblemException 400 if it is not such a beginning, or of a year before 1970 or after 2261 */
    static TimeRange parse(String prefix) {
        return Optional.ofNullable(UNITS.get(prefix.length()))
                .flatMap(unit -> ClientIds.parse(text -> range(text, unit), prefix))
                .orElseThrow(() -> ProblemException.invalidParameter(
                        "Invalid 'prefix': use the beginning of a time yyyy-MM-dd:HH:mm:ss of the years 1970 to 2261, such"
                                + " as 2018 or 2018-08."));
    }

    private static TimeRange range(String prefix, ChronoUnit unit) {
        LocalDateTime start = LocalDateTime.parse(prefix + EARLIEST.substring(prefix.length()), FORMAT);
        return new TimeRange(tick(start), tick(start.plus(1, unit)));
    }

    private static long tick(LocalDateTime time) {
        return Ticks.ofInstant(time.toInstant(ZoneOffset.UTC));
    }
}
