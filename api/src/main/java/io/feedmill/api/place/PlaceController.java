package io.feedmill.api.place;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.post.PlaceBody;
import io.feedmill.api.post.PostResponse;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.post.Place;
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

    @GetMapping({"/{country}/posts", "/{country}/{state}/posts", "/{country}/{state}/{city}/posts"})
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<PostResponse> postsIn(
            @PathVariable String country,
            @PathVariable(required = false) @Nullable String state,
            @PathVariable(required = false) @Nullable String city,
            Caller caller,
            PageQuery query) {
        Place place = PlaceBody.place(country, state, city);
        CursorScope scope = CursorScope.of("place", caller.viewer(), place.canonical());
        PlaceReader.PostPage page = places.page(place, query.after(scope), query.limit(), caller.viewer());
        return query.page(scope, page.posts().stream().map(PostResponse::of).toList(), page.next());
    }
}
