package io.feedmill.api.page;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import org.jspecify.annotations.Nullable;

/** The parameter {@code limit}: how many items a page may have. */
public final class Limit {
    private static final int DEFAULT = 50;
    private static final int MAX = 100;

    private Limit() {}

    /**
     * 1 to 100; 50 where it is null.
     *
     * @throws ProblemException if it is anything else
     */
    public static int parse(@Nullable String limit) {
        if (limit == null) {
            return DEFAULT;
        }
        if (!limit.matches("[1-9][0-9]?|100")) {
            throw new ProblemException(
                    ProblemType.INVALID_PARAMETER, "The limit is not a number from 1 to " + MAX + ".");
        }
        return Integer.parseInt(limit);
    }
}
