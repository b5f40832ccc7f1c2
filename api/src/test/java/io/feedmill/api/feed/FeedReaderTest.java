package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.testkit.FakeStores;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FeedReaderTest {
    private final FakeStores stores = new FakeStores(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    private final List<Collection<PostId>> calls = new ArrayList<>();
    private final FeedReader reader = new FeedReader(
            stores.feeds(), new ReadAccess(stores.feeds(), stores.follows()), new FullTexts(new RecordedPosts()));

    @Test
    void readsAllShortenedTextsOfAPageInOneCall() {
        publish(1, "x".repeat(5_000));
        publish(2, "short");
        publish(3, "y".repeat(5_000));
        assertThat(page(10).items()).extracting(item -> item.text().length()).containsExactly(5_000, 5, 5_000);
        assertThat(calls).containsExactly(List.of(id(3), id(1)));
    }

    @Test
    void makesNoCallIfNoTextIsShortened() {
        publish(1, "short");
        assertThat(page(10).items()).hasSize(1);
        assertThat(calls).isEmpty();
    }

    @Test
    void aPageOfDeletedPostsStillLeadsToTheNext() {
        publish(1, "short");
        publish(2, "x".repeat(5_000));
        stores.retract(user("alice"), id(2));
        assertThat(page(1).items()).isEmpty();
        assertThat(page(1).next()).isEqualTo(id(2).feedKey());
    }

    private FeedPage page(int limit) {
        return reader.page(FeedName.home(user("alice")), PageRequest.first(limit), user("alice"));
    }

    private void publish(long tick, String text) {
        stores.publishing().publish(new PublishRequest(id(tick), user("alice"), text, null));
    }

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    private final class RecordedPosts implements PostStore {
        @Override
        public Optional<Post> find(PostId id) {
            throw new AssertionError("one by one");
        }

        @Override
        public Optional<PostHead> head(PostId id) {
            throw new AssertionError("one by one");
        }

        @Override
        public Map<PostId, String> texts(Collection<PostId> ids) {
            calls.add(List.copyOf(ids));
            return stores.posts().texts(ids);
        }
    }
}
