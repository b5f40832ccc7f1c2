package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.PagesOf.Api;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.RecordedRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The requests of home pages: the number does not depend on what others stored; what all pages read is read once a second. */
class HomePageRequestsIT {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();

    private final Stores stores = BACKEND.stores();
    private final SettableClock clock = BACKEND.clock();
    private final RecordedRequests requests = BACKEND.requests();
    private final Random random = new Random(7);
    private final Recalls recalls = PagesOf.recalls(stores, clock);
    private final HomePages reader = PagesOf.stores(stores, clock, recalls);

    /** Rows that expire in the past of the machine's clock may vanish. */
    @BeforeAll
    static void beginNow() {
        BACKEND.clock().set(Instant.now());
    }

    @BeforeEach
    void readRecalls() {
        clock.advance(Duration.ofMinutes(1));
        recalls.poll();
        recalls.upkeep(clock.instant());
    }

    private void publish(String author, Audience audience, Via via, List<UserId> readers) {
        PostId id = PostId.create(clock.instant().getEpochSecond() * 1_000_000_000L + random.nextInt(1_000), random);
        Post post = Posts.of(id, user(author), "hello").with(audience);
        stores.posts().publish(post, null);
        WriteOptions options = WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60), SuspendSafeClock.system()));
        assertThat(stores.feeds()
                        .putHome(FeedItem.of(post, via), readers, options)
                        .complete())
                .isTrue();
    }

    private List<FeedItem> home(UserId user) {
        return reader.page(user, PageRequest.first(50), true).page().items();
    }

    /** The partitions that the reads name. */
    private List<String> partitions() {
        return requests.all().stream().flatMap(HomePageRequestsIT::partitions).toList();
    }

    private static Stream<String> partitions(SdkRequest request) {
        return switch (request) {
            case QueryRequest query ->
                Stream.of(
                        Objects.requireNonNull(query.expressionAttributeValues().get(":pk"))
                                .s());
            case BatchGetItemRequest batch ->
                batch.requestItems().values().stream()
                        .flatMap(keys -> keys.keys().stream())
                        .map(key -> key.getOrDefault("pk", AttributeValue.fromS("?"))
                                .s())
                        .distinct();
            case UpdateItemRequest noted -> Stream.of();
            case GetItemRequest get ->
                Stream.of(
                        get.key().getOrDefault("pk", AttributeValue.fromS("?")).s());
            default -> throw new AssertionError("unexpected " + request);
        };
    }

    @Test
    void postsForFollowersCostOneRequestMoreAndNoneInTheAuthorsPartitions() {
        UserId bob = user("bob");
        stores.follows().follow(new Follow(bob, user("ann")));
        clock.advance(Duration.ofHours(2));
        readRecalls();
        IntStream.range(0, 20).forEach(i -> publish("ann", new Audience.Followers(), Via.FOLLOW, List.of(bob)));
        requests.clear();
        assertThat(home(bob)).hasSize(20);
        assertThat(partitions()).containsExactlyInAnyOrder("notes", "home:bob", "bob", "following:bob");
    }

    @Test
    void aPublicPostCostsNothing() {
        publish("ann", Audience.everyone(), Via.FOLLOW, List.of(user("cleo")));
        requests.clear();
        assertThat(home(user("cleo"))).hasSize(1);
        assertThat(partitions()).containsExactlyInAnyOrder("notes", "home:cleo", "cleo");
    }

    /** The list and the author's feed are read once for all pages, and again after a notice. Whom a reader follows is read once a minute. */
    @Test
    void anAnnouncerIsReadOnceAndAgainAfterANotice() {
        stores.onRead().list(user("crier"), true);
        Api api = PagesOf.api(stores, clock);
        api.poll();
        api.authors().isEmpty();
        for (int second = 0; second < 70; second++) {
            clock.advance(Duration.ofSeconds(1));
            api.poll();
        }
        publish("crier", Audience.everyone(), Via.SELF, List.of());
        requests.clear();
        for (int i = 0; i < 100; i++) {
            assertThat(api.pages().first(user("passer-" + i)).page().items())
                    .extracting(FeedItem::via)
                    .containsExactly(Via.ANNOUNCEMENT);
        }
        assertThat(partitions()).filteredOn("user:crier"::equals).hasSize(1);
        assertThat(partitions()).filteredOn("on-read"::equals).isEmpty();
        assertThat(partitions())
                .filteredOn(partition -> partition.endsWith("passer-7"))
                .containsExactlyInAnyOrder("home:passer-7", "passer-7", "following:passer-7", "blocked-by:passer-7");
        clock.advance(Duration.ofSeconds(2));
        api.poll();
        requests.clear();
        api.pages().first(user("passer-7"));
        assertThat(partitions()).containsExactlyInAnyOrder("notes", "home:passer-7", "passer-7", "blocked-by:passer-7");
        api.heads().forget(user("crier"));
        api.pages().first(user("passer-7"));
        assertThat(partitions()).filteredOn("user:crier"::equals).hasSize(1);
        stores.onRead().takeOff(user("crier"));
    }

    /** The nearest to a page without a list: the home feed and the reader's rows. */
    @Test
    void aPageBesideAListCostsNoReadWhileNothingChanges() {
        UserId reader = user("steady");
        for (int i = 0; i < 20; i++) {
            stores.onRead().list(user("big-" + i), false);
            stores.follows().follow(new Follow(reader, user("big-" + i)));
        }
        Api api = PagesOf.api(stores, clock);
        clock.advance(Duration.ofHours(2));
        api.poll();
        api.authors().isEmpty();
        for (int second = 0; second < 70; second++) {
            clock.advance(Duration.ofSeconds(1));
            api.poll();
        }
        api.pages().first(reader);
        requests.clear();
        api.pages().first(reader);
        assertThat(partitions()).containsExactlyInAnyOrder("home:steady", "steady");
        stores.follows().unfollow(new Follow(reader, user("big-0")));
        requests.clear();
        api.pages().first(reader);
        assertThat(partitions())
                .as("the home feed is read after the reader's rows, which have just changed")
                .containsExactlyInAnyOrder("home:steady", "home:steady", "steady", "following:steady");
    }

    @Test
    void aPostForAListIsAskedAboutAndReadOnceASecond() {
        List<UserId> readers = Users.users("dan", "eve", "fay");
        publish("gus", new Audience.Users(new TreeSet<>(Users.users("dan", "eve"))), Via.FOLLOW, readers);
        requests.clear();
        assertThat(readers.stream().map(this::home).map(List::size)).containsExactly(1, 1, 0);
        assertThat(partitions()).filteredOn("user:gus"::equals).hasSize(1);
        assertThat(partitions()).hasSize(8);
    }
}
