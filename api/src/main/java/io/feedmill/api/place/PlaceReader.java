package io.feedmill.api.place;

import io.feedmill.api.feed.FullTexts;
import io.feedmill.api.viewer.Viewing;
import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.Place;
import io.feedmill.common.place.PlacePage;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.place.PlacedPost;
import io.feedmill.common.post.Post;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Reads places: the index for a page, and by one call what the authors' feeds say of its posts. So a place shows a post as it stands, whatever
 * was edited, retracted or permitted since.
 */
@Service
final class PlaceReader {
    private final PlaceStore places;
    private final FeedStore feeds;
    private final Viewing viewing;
    private final FullTexts texts;

    PlaceReader(PlaceStore places, FeedStore feeds, Viewing viewing, FullTexts texts) {
        this.places = places;
        this.feeds = feeds;
        this.viewing = viewing;
        this.texts = texts;
    }

    /** The posts that the viewer may read, in the order of the index, and where it goes on. */
    PostPage page(Place within, @Nullable String after, int limit, @Nullable UserId viewer) {
        PlacePage page = places.posts(within, after, limit);
        List<FeedItem> items = texts.of(viewing.readable(items(page.posts()), viewer));
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
        return new Post(item.post(), item.author(), item.text(), item.revision(), place, item.audience());
    }
}
