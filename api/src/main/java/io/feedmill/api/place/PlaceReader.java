package io.feedmill.api.place;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.access.TruthCopy;
import io.feedmill.api.cursor.PageBudget.Part;
import io.feedmill.api.cursor.VisiblePage;
import io.feedmill.api.feed.FullTexts;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.PlaceRows;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.place.PlaceStore.PlacePage;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Reads places: the index for a page, and in one call the posts from the authors' feeds, which are the source of truth. A
 * place therefore shows edits, retractions and permissions at once, and within a second if another instance took the call.
 */
@Service
record PlaceReader(PlaceStore places, TruthCopy truths, ReadAccess access, FullTexts texts) {
    /**
     * Posts of a place that the viewer may read.
     *
     * @param next the position in the index after the page; null only at the end
     */
    record PostPage(List<Post> posts, @Nullable String next) {}

    PostPage page(Place within, @Nullable String after, int limit, @Nullable UserId viewer) {
        Map<PostId, Place> where = new HashMap<>();
        Function<FeedItem, String> position =
                item -> PlaceRows.sortKey(Objects.requireNonNull(where.get(item.post())), item.post());
        Part<FeedItem, String> page = VisiblePage.of(
                after,
                limit,
                (last, rows) -> {
                    PlacePage read = places.posts(within, last, rows);
                    read.posts().forEach(placed -> where.put(placed.post(), placed.place()));
                    return new Part<>(visible(read.posts(), viewer), read.next());
                },
                position);
        FullTexts.Fitted fitted = texts.of(page.items());
        List<Post> posts = fitted.items().stream()
                .map(item -> post(item, where.get(item.post())))
                .toList();
        return new PostPage(posts, fitted.full() ? position.apply(fitted.items().getLast()) : page.next());
    }

    private List<FeedItem> visible(List<PlacedPost> posts, @Nullable UserId viewer) {
        return access.unblocked(
                access.readable(items(posts), item -> false, reads -> {}, viewer), FeedItem::author, viewer);
    }

    private List<FeedItem> items(List<PlacedPost> posts) {
        List<ItemKey> keys = posts.stream().map(PlaceReader::truth).toList();
        Map<ItemKey, FeedItem> known = truths.items(keys, count -> {});
        return keys.stream().map(known::get).filter(Objects::nonNull).toList();
    }

    private static ItemKey truth(PlacedPost placed) {
        return new ItemKey(FeedName.author(placed.author()), placed.post());
    }

    private static Post post(FeedItem item, @Nullable Place place) {
        return new Post(item.post(), item.author(), item.content(), item.version(), place, item.audience());
    }
}
