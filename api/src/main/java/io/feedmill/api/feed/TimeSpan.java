package io.feedmill.api.feed;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.time.TickSpan;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import org.jspecify.annotations.Nullable;

/** The parameters {@code from} (inclusive) and {@code to} (exclusive). */
final class TimeSpan {
    private TimeSpan() {}

    /**
     * The keys of posts made within the span, which is open where a bound is null; null where both are.
     *
     * @throws ProblemException as {@link TickSpan#parse} does
     */
    static @Nullable KeyRange parse(@Nullable String from, @Nullable String to) {
        if (from == null && to == null) {
            return null;
        }
        TickSpan span = TickSpan.parse(from, to);
        return FeedKey.range(span.from(), span.to());
    }
}
