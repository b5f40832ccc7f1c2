package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.place.Place;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place as clients give it; city only with a state. */
public record PlaceBody(@JsonProperty(required = true) String country, Optional<String> state, Optional<String> city) {

    Place place() {
        return place(country, state.orElse(null), city.orElse(null));
    }

    /**
     * The place of these names.
     *
     * @throws ProblemException 400 if one is not a name, or there is a city without a state
     */
    public static Place place(String country, @Nullable String state, @Nullable String city) {
        try {
            return new Place(country, state, city);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.INVALID_PLACE, String.valueOf(e.getMessage()));
        }
    }
}
