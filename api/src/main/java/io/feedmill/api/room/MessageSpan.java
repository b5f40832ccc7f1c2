package io.feedmill.api.room;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.time.TickSpan;
import org.jspecify.annotations.Nullable;

/** When messages were sent, by {@code prefix}, or by {@code from} and {@code to}. */
final class MessageSpan {
    private MessageSpan() {}

    /** @throws ProblemException if there is a prefix beside a bound, or one of them is not what it should be */
    static TickSpan parse(@Nullable String prefix, @Nullable String from, @Nullable String to) {
        if (prefix == null) {
            return TickSpan.parse(from, to);
        }
        if (from != null || to != null) {
            throw new ProblemException(
                    ProblemType.INVALID_PARAMETER, "There is 'prefix' beside 'from' or 'to': a span is said one way.");
        }
        return DatePrefix.parse(prefix);
    }
}
