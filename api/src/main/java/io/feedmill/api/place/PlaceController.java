package io.feedmill.api.place;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.cursor.VisiblePage;
import io.feedmill.api.feed.ExtrasQuery;
import io.feedmill.api.feed.ExtrasQuery.Extras;
import io.feedmill.api.feed.FullTexts;
import io.feedmill.api.post.PlaceBody;
import io.feedmill.api.post.PostResponse;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import io.feedmill.common.storage.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reads places: the index for a page, and in one call the posts from the authors' feeds, the source of truth. So edits, retractions and permissions
 * show at once, or within a second if another instance took the call.
 */
@RestController
@RequestMapping(path = "/v1/places", produces = MediaType.APPLICATION_JSON_VALUE)
record PlaceController(PlaceStore places, ReadAccess access, FullTexts texts) {
    @GetMapping({"/{country}/posts", "/{country}/{state}/posts", "/{country}/{state}/{city}/posts"})
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<PostResponse> postsIn(
            @PathVariable String country,
            @PathVariable(required = false) @Nullable String state,
            @PathVariable(required = false) @Nullable String city,
            Caller caller,
            ExtrasQuery with,
            PageQuery query) {
        Place place = PlaceBody.place(country, state, city);
        CursorScope scope = CursorScope.of("place", caller.viewer(), place.canonical());
        Map<PostId, Place> where = new HashMap<>();
        Function<FeedItem, String> position =
                item -> PlaceStore.sortKey(Objects.requireNonNull(where.get(item.post())), item.post());
        Page<FeedItem, String> page = VisiblePage.of(
                query.after(scope, Function.identity()),
                query.limit(),
                (last, rows) -> {
                    Page<PlacedPost, String> read = places.posts(place, last, rows);
                    read.items().forEach(placed -> where.put(placed.post(), placed.place()));
                    return new Page<>(access.listed(keys(read.items()), caller.viewer()), read.next());
                },
                position);
        FullTexts.Fitted fitted = texts.of(page.items());
        Function<PostId, Extras> extras = with.ofItems(fitted.items(), caller.viewer());
        return query.page(
                scope,
                fitted.items(),
                item -> PostResponse.of(item, where.get(item.post()), extras.apply(item.post())),
                fitted.full() ? position.apply(fitted.items().getLast()) : page.next());
    }

    private static List<ItemKey> keys(List<PlacedPost> posts) {
        return posts.stream()
                .map(placed -> new ItemKey(FeedName.author(placed.author()), placed.post()))
                .toList();
    }
}
