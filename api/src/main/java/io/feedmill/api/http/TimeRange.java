package io.feedmill.api.http;

import io.feedmill.api.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A range of ticks, {@code to} exclusive; unbounded if the request has neither query parameter. Controllers take it as an argument. */
public record TimeRange(long from, long to, boolean bounded) {
    private static final TimeRange UNBOUNDED = new TimeRange(0, Long.MAX_VALUE, false);

    public TimeRange(long from, long to) {
        this(from, to, true);
    }

    /** Returns the range, open at a bound that is null; throws 400 if one is no instant of 1970 to 2262, or {@code from} not before {@code to}. */
    public static TimeRange parse(@Nullable String from, @Nullable String to) {
        if (from == null && to == null) {
            return UNBOUNDED;
        }
        long first = from == null ? 0 : tick("from", from);
        long end = to == null ? Long.MAX_VALUE : tick("to", to);
        if (first >= end) {
            throw ProblemException.invalidParameter("Invalid range: 'from' must be before 'to'.");
        }
        return new TimeRange(first, end);
    }

    private static long tick(String name, String value) {
        return Iso.tick(value)
                .orElseThrow(() -> ProblemException.invalidParameter(
                        "Invalid '" + name + "': use an ISO 8601 instant of the years 1970 to 2262."));
    }

    @Component
    static final class Resolver extends QueryArgumentResolver<TimeRange> {
        Resolver() {
            super(
                    TimeRange.class,
                    request -> parse(parameter(request, "from"), parameter(request, "to")),
                    "from",
                    "to");
        }
    }
}
