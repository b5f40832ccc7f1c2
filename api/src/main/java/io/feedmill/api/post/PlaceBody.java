package io.feedmill.api.post;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.post.Place;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place as clients send it; a city requires a state. */
public record PlaceBody(String country, Optional<String> state, Optional<String> city) {

    /** Returns the place; throws as {@link #place(String, String, String)}. */
    Place place() {
        return place(country, state.orElse(null), city.orElse(null));
    }

    /** Returns the place with these names; throws 400 if one is invalid, or a city has no state. */
    public static Place place(String country, @Nullable String state, @Nullable String city) {
        try {
            return new Place(country, state, city);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.INVALID_PLACE, String.valueOf(e.getMessage()));
        }
    }
}
