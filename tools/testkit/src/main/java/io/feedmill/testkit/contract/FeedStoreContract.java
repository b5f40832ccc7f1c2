package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link FeedStore}. */
public abstract class FeedStoreContract extends Contract {
    private static final Duration RETENTION = Duration.ofDays(30);

    private final FeedStore feeds = stores.feeds();
    private final UserId reader = freshUser("reader");

    private FeedItem item(Via via) {
        return FeedItem.of(post("hello"), via);
    }

    /** Newest first. */
    private List<FeedItem> fill(int count) {
        List<FeedItem> items =
                Stream.generate(() -> item(Via.FOLLOW)).limit(count).toList();
        items.forEach(item -> deliver(item, List.of(reader)));
        return items.reversed();
    }

    private void deliver(FeedItem item, List<UserId> users) {
        assertThat(feeds.putHome(item, users, ample()))
                .isEqualTo(new BatchResult(users.size(), true, List.of(), false));
    }

    private List<FeedItem> home(String user) {
        return page(FeedName.home(user(user)), 100);
    }

    private FeedPage page(PageRequest request) {
        return feeds.page(FeedName.home(reader), request);
    }

    /** Returns the items of all pages, in order. */
    private List<List<FeedItem>> walk(PageRequest first) {
        List<List<FeedItem>> pages = new ArrayList<>();
        @Nullable FeedKey next = null;
        do {
            FeedPage page = page(new PageRequest(first.range(), next, first.limit()));
            pages.add(page.items());
            assertThat(pages).hasSizeLessThan(20);
            next = page.next();
        } while (next != null);
        return pages;
    }

    @Test
    void anEmptyFeedHasOneEmptyPage() {
        assertThat(page(PageRequest.first(10))).isEqualTo(new FeedPage(List.of(), null));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 6, 7})
    void pagesContinueUpToTheLastRow(int limit) {
        List<FeedItem> items = fill(6);
        List<List<FeedItem>> pages = walk(PageRequest.first(limit));
        assertThat(pages).hasSize((6 + limit - 1) / limit);
        assertThat(pages.stream().flatMap(List::stream)).containsExactlyElementsOf(items);
    }

    /** An editor's posts are delivered to the editor and to each follower, and read in bulk after the last range key. */
    @Test
    void theArticlesFeedQueriesFindTheEditorsPosts() {
        List<UserId> followers = List.of(freshUser("follower"), freshUser("follower"));
        for (String content : List.of("one", "two", "three")) {
            deliver(FeedItem.of(publish(content), Via.FOLLOW), followers);
        }
        Stream.concat(Stream.of(author), followers.stream()).forEach(user -> {
            FeedPage first = feeds.page(FeedName.home(user), PageRequest.first(2));
            FeedPage second = feeds.page(FeedName.home(user), new PageRequest(null, first.next(), 2));
            assertThat(first.items()).extracting(FeedItem::text).containsExactly("three", "two");
            assertThat(second.items()).extracting(FeedItem::text).containsExactly("one");
            assertThat(second.next()).isNull();
        });
    }

    @Test
    void newItemsDoNotDisturbAWalk() {
        List<FeedItem> before = fill(4);
        FeedPage first = page(PageRequest.first(2));
        clock.advance(Duration.ofSeconds(1));
        fill(3);
        FeedPage second = page(new PageRequest(null, first.next(), 2));
        assertThat(Stream.concat(first.items().stream(), second.items().stream()))
                .containsExactlyElementsOf(before);
        assertThat(second.next()).isNull();
    }

    @Test
    void aRangeBoundsEveryPageAndMayBeEmpty() {
        List<FeedItem> items = fill(7);
        long from = items.get(5).post().tick();
        long to = items.get(0).post().tick();
        PageRequest request = new PageRequest(FeedKey.range(from, to), null, 2);
        assertThat(walk(request)).containsExactly(items.subList(1, 3), items.subList(3, 5), items.subList(5, 6));
        PageRequest older =
                new PageRequest(FeedKey.range(0, items.getLast().post().tick()), null, 2);
        assertThat(page(older)).isEqualTo(new FeedPage(List.of(), null));
    }

    @Test
    void postsOfOneTickAreDifferentItems() {
        List<FeedItem> items = Stream.of("one", "two")
                .map(text -> FeedItem.of(post(text).as(idAt(clock.instant())), Via.FOLLOW))
                .toList();
        items.forEach(item -> deliver(item, List.of(reader)));
        assertThat(walk(PageRequest.first(1)).stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(items);
    }

    @Test
    void expiredRowsAreLeftOutWithoutEndingTheFeed() {
        List<FeedItem> items = fill(3);
        items.subList(0, 2).forEach(item -> backend.expire(FeedName.home(reader), item.post(), clock.instant()));
        assertThat(walk(PageRequest.first(1))).containsExactly(List.of(), List.of(), List.of(items.get(2)));
    }

    @Test
    void aRowIsVisibleUntilItsExpiry() {
        FeedItem item = fill(1).getFirst();
        backend.expire(FeedName.home(reader), item.post(), clock.instant().plusSeconds(2));
        clock.advance(Duration.ofSeconds(1));
        assertThat(home(reader.value())).containsExactly(item);
        clock.advance(Duration.ofSeconds(1));
        assertThat(home(reader.value())).isEmpty();
    }

    /** So a shorter retention takes effect at once: rows keep the expiry that they were written with. */
    @Test
    void aHomeFeedEndsAtTheRetentionWhateverTheExpiryOfItsRows() {
        List<FeedItem> old = fill(2);
        old.forEach(item -> backend.expire(
                FeedName.home(reader), item.post(), clock.instant().plus(RETENTION.multipliedBy(9))));
        clock.advance(RETENTION.minusSeconds(1));
        assertThat(home(reader.value())).isEqualTo(old);
        clock.advance(Duration.ofSeconds(2));
        FeedItem young = fill(1).getFirst();
        assertThat(page(PageRequest.first(2)))
                .isEqualTo(new FeedPage(List.of(young), null, clock.instant().minus(RETENTION)));
    }

    @Test
    void anAuthorsFeedKeepsItsPosts() {
        Post post = publish("hello");
        clock.advance(RETENTION.multipliedBy(20));
        assertThat(feeds.truth(author, post.id())).isInstanceOf(Truth.Live.class);
        assertThat(page(FeedName.author(author), 1)).hasSize(1);
    }

    @Test
    void anUnpublishedPostIsGone() {
        Post post = publish("hello");
        assertThat(feeds.truth(author, newId())).isEqualTo(new Truth.Gone());
        assertThat(feeds.truth(freshUser("other"), post.id())).isEqualTo(new Truth.Gone());
    }

    @Test
    void aSecondDeliveryRewritesTheSameRow() {
        FeedItem item = item(Via.FOLLOW);
        deliver(item, List.of(reader));
        FeedItem revised = FeedItem.of(post("hello").as(item.post()).edited(Content.of("hello again")), Via.FOLLOW);
        deliver(revised, List.of(reader));
        assertThat(home(reader.value())).containsExactly(revised);
    }

    @Test
    void onlyThePostIsDeletedFromMoreFeedsThanABatchHolds() {
        List<UserId> users = users(reader.value(), 60);
        FeedItem kept = item(Via.FOLLOW);
        FeedItem deleted = item(Via.FOLLOW);
        deliver(kept, users);
        deliver(deleted, users.subList(0, 40));
        assertThat(feeds.deleteHome(deleted.post(), users, ample()))
                .isEqualTo(new BatchResult(60, true, List.of(), false));
        assertThat(users).allSatisfy(user -> assertThat(home(user.value())).containsExactly(kept));
    }

    @Test
    void anItemIsDeletedFromFeedsWhoseOwnersMayNotReadIt() {
        List<UserId> users = users(reader.value(), 60);
        FeedItem item = item(Via.FOLLOW);
        deliver(item, users);
        deliver(item.with(new Audience.Users(new TreeSet<>(users.subList(10, 30)))), users);
        assertThat(users.subList(10, 30))
                .allSatisfy(user -> assertThat(home(user.value())).hasSize(1));
        assertThat(Stream.concat(users.subList(0, 10).stream(), users.subList(30, 60).stream()))
                .allSatisfy(user -> assertThat(home(user.value())).isEmpty());
    }

    @Test
    void anEmptyListOfUsersIsComplete() {
        assertThat(feeds.putHome(item(Via.FOLLOW), List.of(), ample()))
                .isEqualTo(new BatchResult(0, true, List.of(), false));
        assertThat(feeds.deleteHome(newId(), List.of(), ample())).isEqualTo(new BatchResult(0, true, List.of(), false));
    }

    @Test
    void nothingIsWrittenPastTheDeadline() {
        FeedItem there = fill(1).getFirst();
        WriteOptions past = WriteOptions.bulk(Deadline.in(Duration.ZERO, SuspendSafeClock.system()));
        assertThat(feeds.putHome(item(Via.FOLLOW), List.of(reader), past))
                .isEqualTo(new BatchResult(0, false, List.of(), false));
        assertThat(feeds.deleteHome(there.post(), List.of(reader), past))
                .isEqualTo(new BatchResult(0, false, List.of(), false));
        assertThat(home(reader.value())).containsExactly(there);
    }

    @Test
    void aDeadlineDuringTheWriteLeavesAPrefixWritten() {
        List<UserId> users = users(reader.value(), 100);
        FeedItem item = item(Via.FOLLOW);
        AtomicLong time = new AtomicLong();
        Deadline deadline = Deadline.in(
                Duration.ofSeconds(60),
                new SuspendSafeClock(() -> time.addAndGet(Duration.ofSeconds(10).toNanos()), () -> Instant.EPOCH));
        BatchResult result = feeds.putHome(item, users, WriteOptions.bulk(deadline));
        assertThat(result.complete()).isFalse();
        assertThat(result.written()).isBetween(1, 99);
        assertThat(users.subList(0, result.written()))
                .allSatisfy(user -> assertThat(home(user.value())).containsExactly(item));
        assertThat(home(users.getLast().value())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Via.class)
    void theReasonOfADeliveryIsStored(Via via) {
        FeedItem item = item(via);
        deliver(item, List.of(reader));
        assertThat(home(reader.value())).containsExactly(item);
    }
}
