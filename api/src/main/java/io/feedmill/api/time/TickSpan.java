package io.feedmill.api.time;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.Ticks;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A span of time, as the parameters {@code from} (inclusive) and {@code to} (exclusive) say it.
 *
 * @param from the first tick
 * @param to the first tick that is too late, above {@code from}
 */
public record TickSpan(long from, long to) {
    /**
     * The span, open where a bound is null.
     *
     * @throws ProblemException if a bound is not an ISO 8601 instant of the years 1970 to 2262, or {@code from} is not before {@code to}
     */
    public static TickSpan parse(@Nullable String from, @Nullable String to) {
        long first = from == null ? 0 : tick("from", from);
        long end = to == null ? Long.MAX_VALUE : tick("to", to);
        if (first >= end) {
            throw invalid("'from' is not before 'to'.");
        }
        return new TickSpan(first, end);
    }

    private static long tick(String name, String value) {
        try {
            return Ticks.ofInstant(Instant.parse(value));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw invalid("'" + name + "' is not an ISO 8601 instant of the years 1970 to 2262.");
        }
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_PARAMETER, detail);
    }
}
