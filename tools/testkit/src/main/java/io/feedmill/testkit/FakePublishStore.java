package io.feedmill.testkit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.place.PlaceRows;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import io.feedmill.testkit.FakeTables.FeedRow;
import io.feedmill.testkit.FakeTables.Request;

final class FakePublishStore implements PublishStore {
    private final FakeTables tables;

    FakePublishStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public PublishResult publish(PublishRequest request) {
        synchronized (tables) {
            KeyedRequest keyed = request.keyed();
            Request earlier = keyed == null ? null : tables.earlier(keyed);
            if (keyed != null && earlier != null) {
                return earlier.body().equals(keyed.body())
                        ? new PublishResult.Replayed((Post) earlier.answer())
                        : new PublishResult.KeyReused();
            }
            write(request);
            if (keyed != null) {
                tables.remember(keyed, request.post());
            }
            return new PublishResult.Published(request.post());
        }
    }

    private void write(PublishRequest request) {
        Post post = request.post();
        if (tables.posts.containsKey(post.id())) {
            throw new IllegalStateException("there is a post " + post.id());
        }
        tables.put(post);
        FeedItem item = FeedItem.of(post, Via.SELF);
        tables.feed(FeedName.author(post.author())).put(post.id().feedKey(), FeedRow.of(item));
        tables.feed(FeedName.home(post.author()))
                .put(post.id().feedKey(), FeedRow.of(HomeItem.of(item, post.author())));
        place(post);
        tables.accept(post);
    }

    private void place(Post post) {
        Place place = post.place();
        if (place != null) {
            String key = PlaceRows.sortKey(place, post.id());
            tables.places(place.country()).put(key, new PlacedPost(place, post.id(), post.author()));
        }
    }
}
