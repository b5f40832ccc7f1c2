package io.feedmill.api.feed;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.Ticks;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The parameters {@code from} (inclusive) and {@code to} (exclusive). */
final class TimeSpan {
    private TimeSpan() {}

    /**
     * The keys of posts made within the span, which is open where a bound is null; null where both are.
     *
     * @throws ProblemException if a bound is not an ISO 8601 instant of the years 1970 to 2262, or {@code from} is not before {@code to}
     */
    static @Nullable KeyRange parse(@Nullable String from, @Nullable String to) {
        if (from == null && to == null) {
            return null;
        }
        long first = from == null ? 0 : tick("from", from);
        long end = to == null ? Long.MAX_VALUE : tick("to", to);
        if (first >= end) {
            throw invalid("'from' is not before 'to'.");
        }
        return FeedKey.range(first, end);
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
