package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.place.Place;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/places", produces = MediaType.APPLICATION_JSON_VALUE)
final class PlaceController {
    private final PlaceReader places;

    PlaceController(PlaceReader places) {
        this.places = places;
    }

    /** A place as clients send it; a city requires a state. */
    record PlaceBody(@JsonProperty(required = true) String country, Optional<String> state, Optional<String> city) {

        Place place() {
            return place(country, state.orElse(null), city.orElse(null));
        }

        /**
         * Returns the place with these names.
         *
         * @throws ProblemException 400 if a name is invalid, or a city has no state
         */
        static Place place(String country, @Nullable String state, @Nullable String city) {
            try {
                return new Place(country, state, city);
            } catch (IllegalArgumentException e) {
                throw new ProblemException(ProblemType.INVALID_PLACE, String.valueOf(e.getMessage()));
            }
        }
    }

    @GetMapping({"/{country}/posts", "/{country}/{state}/posts", "/{country}/{state}/{city}/posts"})
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<PostResponse> posts(
            @PathVariable String country,
            @PathVariable(required = false) @Nullable String state,
            @PathVariable(required = false) @Nullable String city,
            Caller caller,
            PageQuery query) {
        Place place = PlaceBody.place(country, state, city);
        CursorScope scope = CursorScope.place(place, caller.viewer());
        PlaceReader.PostPage page = places.page(place, query.after(scope), query.limit(), caller.viewer());
        return query.page(scope, page.posts().stream().map(PostResponse::of).toList(), page.next());
    }
}
