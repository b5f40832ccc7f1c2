package io.feedmill.api.device;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import org.jspecify.annotations.Nullable;

/** The parameter {@code order}: which way a log is read. */
enum EventOrder {
    NEWEST,
    OLDEST;

    /**
     * {@link #NEWEST} where it is null.
     *
     * @throws ProblemException if it is neither {@code newest} nor {@code oldest}
     */
    static EventOrder parse(@Nullable String order) {
        return switch (order) {
            case null -> NEWEST;
            case "newest" -> NEWEST;
            case "oldest" -> OLDEST;
            default ->
                throw new ProblemException(
                        ProblemType.INVALID_PARAMETER, "'order' is neither 'newest' nor 'oldest' (first).");
        };
    }
}
