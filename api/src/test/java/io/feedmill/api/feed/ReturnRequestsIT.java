package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.RecordedRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The requests of the pages of readers who were away, and of those who were not. */
class ReturnRequestsIT {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();
    private static final int AUTHORS = 40;

    private final Stores stores = BACKEND.stores();
    private final SettableClock clock = BACKEND.clock();
    private final RecordedRequests requests = BACKEND.requests();
    private final Random random = new Random(7);
    private final UserId reader = user("reader");
    private HomePages pages = pages();

    @BeforeAll
    static void beginNow() {
        BACKEND.clock().set(Instant.now());
    }

    private HomePages pages() {
        Recalls recalls = PagesOf.recalls(stores, clock);
        recalls.poll();
        recalls.upkeep(clock.instant());
        return PagesOf.stores(stores, clock, recalls);
    }

    private void pass(Duration time) {
        clock.advance(time);
        pages = pages();
    }

    private PostId publish(UserId author) {
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()), random);
        stores.posts().publish(Posts.of(id, author, "hello"), null);
        return id;
    }

    private HomePage page() {
        requests.clear();
        return pages.page(reader, PageRequest.first(50), true);
    }

    private List<Class<?>> types() {
        return requests.all().stream().<Class<?>>map(Object::getClass).toList();
    }

    /** A page: the home feed, the reader's rows, and the workers' notes. */
    private void assertUsual() {
        assertThat(types()).containsExactlyInAnyOrder(QueryRequest.class, QueryRequest.class, QueryRequest.class);
    }

    @Test
    void aReturnReadsTheFeedsOfAllFollowedAuthorsOnce() {
        List<UserId> authors =
                IntStream.range(0, AUTHORS).mapToObj(i -> user("author-" + i)).toList();
        stores.follows()
                .importAll(authors.stream()
                        .map(author -> new Follow(reader, author))
                        .toList());
        page();
        assertThat(types()).as("noted").contains(UpdateItemRequest.class).hasSize(4);
        pass(Duration.ofHours(12));
        page();
        assertUsual();
        pass(Duration.ofDays(3));
        List<PostId> posts = authors.stream().map(this::publish).toList();
        HomePage back = page();
        assertThat(back.page().items()).extracting(item -> item.post()).containsExactlyInAnyOrderElementsOf(posts);
        assertThat(types()).hasSize(4 + 1 + 1 + AUTHORS); // the follows, the reader's own feed, the authors
        pass(Duration.ofMinutes(30));
        page();
        assertThat(types()).as("of a gap").hasSize(3 + 1 + 1 + AUTHORS);
    }
}
