package io.feedmill.testkit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.place.PlaceRows;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import io.feedmill.testkit.FakeTables.FeedRow;
import io.feedmill.testkit.FakeTables.Request;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class FakePublishStore implements PublishStore {
    private static final Duration KEY_LIFE = Duration.ofHours(24);

    private final FakeTables tables;

    FakePublishStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public PublishResult publish(PublishRequest request) {
        synchronized (tables) {
            Request earlier = earlier(request);
            if (earlier != null) {
                Post answer = earlier.answer();
                return sameBody(answer, request) ? new PublishResult.Replayed(answer) : new PublishResult.KeyReused();
            }
            write(request);
            return new PublishResult.Published(request.post());
        }
    }

    private static boolean sameBody(Post answer, PublishRequest request) {
        return answer.content().equals(request.content())
                && Objects.equals(answer.place(), request.place())
                && answer.audience().equals(request.audience());
    }

    private @Nullable Request earlier(PublishRequest request) {
        Request earlier = tables.requests.get(requestKey(request));
        return request.idempotencyKey() == null || earlier == null || !earlier.isLive(tables.now()) ? null : earlier;
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
        if (request.idempotencyKey() != null) {
            tables.requests.put(
                    requestKey(request), new Request(post, tables.now().plus(KEY_LIFE)));
        }
    }

    private void place(Post post) {
        Place place = post.place();
        if (place != null) {
            String key = PlaceRows.sortKey(place, post.id());
            tables.places(place.country()).put(key, new PlacedPost(place, post.id(), post.author()));
        }
    }

    private static String requestKey(PublishRequest request) {
        return request.author() + "#" + request.idempotencyKey();
    }
}
