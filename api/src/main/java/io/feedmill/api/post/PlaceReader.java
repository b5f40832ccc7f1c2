package io.feedmill.api.post;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.feed.FullTexts;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.Place;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.place.PlaceStore.PlacePage;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Post;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Reads places: the index for a page, and in one call the posts from the authors' feeds, which are the source of truth. A
 * place therefore shows edits, retractions and permissions at once.
 */
@Service
final class PlaceReader {
    private final PlaceStore places;
    private final FeedStore feeds;
    private final ReadAccess access;
    private final FullTexts texts;

    PlaceReader(PlaceStore places, FeedStore feeds, ReadAccess access, FullTexts texts) {
        this.places = places;
        this.feeds = feeds;
        this.access = access;
        this.texts = texts;
    }

    /**
     * Posts of a place that the viewer may read.
     *
     * @param next the position in the index after the page; null only at its end
     */
    record PostPage(List<Post> posts, @Nullable String next) {}

    PostPage page(Place within, @Nullable String after, int limit, @Nullable UserId viewer) {
        PlacePage page = places.posts(within, after, limit);
        List<FeedItem> items = texts.of(access.unblocked(access.readable(items(page.posts()), viewer), viewer));
        Map<PostId, Place> where = page.posts().stream().collect(Collectors.toMap(PlacedPost::post, PlacedPost::place));
        return new PostPage(
                items.stream().map(item -> post(item, where.get(item.post()))).toList(), page.next());
    }

    private List<FeedItem> items(List<PlacedPost> posts) {
        List<ItemKey> keys = posts.stream().map(PlaceReader::truth).toList();
        Map<ItemKey, FeedItem> truths = feeds.items(keys, Consistency.STRONG);
        return keys.stream().map(truths::get).filter(Objects::nonNull).toList();
    }

    private static ItemKey truth(PlacedPost placed) {
        return new ItemKey(FeedName.author(placed.author()), placed.post());
    }

    private static Post post(FeedItem item, @Nullable Place place) {
        return new Post(item.post(), item.author(), item.content(), item.revision(), place, item.audience());
    }
}
