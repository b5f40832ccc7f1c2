package io.feedmill.api.feed;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The query parameter {@code seen}: {@code false} for a page that the reader does not see, such as that of a digest.
 *
 * @param byReader true unless given
 */
record Seen(boolean byReader) {
    private static Seen parse(@Nullable String value) {
        if (value != null && !Set.of("true", "false").contains(value)) {
            throw ProblemException.invalidParameter("Invalid 'seen': use true or false.");
        }
        return new Seen(!"false".equals(value));
    }

    /** Resolves arguments of this type. */
    @Component
    static final class Resolver extends QueryArgumentResolver<Seen> {
        Resolver() {
            super(Seen.class, request -> parse(parameter(request, "seen")), "seen");
        }
    }
}
