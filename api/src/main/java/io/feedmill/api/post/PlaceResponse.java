package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.common.place.Place;
import org.jspecify.annotations.Nullable;

/** A place as clients see it; state and city are absent where they were not given. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PlaceResponse(
        String country, @Nullable String state, @Nullable String city) {

    static @Nullable PlaceResponse of(@Nullable Place place) {
        return place == null ? null : new PlaceResponse(place.country(), place.state(), place.city());
    }
}
