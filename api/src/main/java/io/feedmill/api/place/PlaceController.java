package io.feedmill.api.place;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.api.post.PlaceBody;
import io.feedmill.api.post.PostResponse;
import io.feedmill.common.place.Place;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/places", produces = MediaType.APPLICATION_JSON_VALUE)
final class PlaceController {
    private final PlaceReader places;
    private final Cursors cursors;

    PlaceController(PlaceReader places, Cursors cursors) {
        this.places = places;
        this.cursors = cursors;
    }

    @GetMapping({"/{country}/posts", "/{country}/{state}/posts", "/{country}/{state}/{city}/posts"})
    ItemPage<PostResponse> posts(
            @PathVariable String country,
            @PathVariable(required = false) @Nullable String state,
            @PathVariable(required = false) @Nullable String city,
            @RequestParam(required = false) @Nullable String viewer,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        Place within = PlaceBody.place(country, state, city);
        CursorScope scope = CursorScope.place(within);
        String after = cursors.position(scope, cursor);
        PostPage page = places.page(within, after, Limit.parse(limit), ClientIds.viewer(viewer));
        return new ItemPage<>(page.posts().stream().map(PostResponse::of).toList(), cursors.issue(scope, page.next()));
    }
}
