package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.api.onread.Heads;
import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.StoreCall;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HomePagesTest {
    private final Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    private final MemoryStores stores = new MemoryStores(clock);
    private final SettableClock time = new SettableClock();
    private int refused;
    private final List<List<PostId>> calls = new ArrayList<>();
    private final Recalls recalls = new Recalls(
            stores.recalls(),
            new Recalls.Bounds(100, 1_000),
            new SuspendSafeClock(time::nanoTime, clock),
            new Random(1),
            () -> refused++,
            List.of());
    private final OnReadAuthors authors =
            new OnReadAuthors(stores.onRead(), PagesOf.clocks(time), Thread::startVirtualThread);
    private final Heads heads = PagesOf.heads(stores, time, authors);
    private final Stores recorded = recorded();
    private final HomePages homes = PagesOf.pages(recorded, time, clock, recalls, authors, heads);
    private final AuthorPages author = new AuthorPages(stores.feeds(), heads, PagesOf.shown(recorded, time, recalls));

    @BeforeEach
    void readRecalls() {
        recalls.poll();
        recalls.upkeep(clock.instant());
    }

    @Test
    void readsAllShortenedTextsOfAPageInOneCall() {
        publish(1, "x".repeat(5_000));
        publish(2, "short");
        publish(3, "y".repeat(5_000));
        assertThat(page(10).items()).extracting(item -> item.text().length()).containsExactly(5_000, 5, 5_000);
        assertThat(calls).containsExactly(List.of(id(3), id(1)));
    }

    @Test
    void readsShortenedTextsByTens() {
        for (int tick = 1; tick <= 24; tick++) {
            publish(tick, tick % 2 == 0 ? "short" : "x".repeat(5_000));
        }
        assertThat(page(100).items()).hasSize(24);
        assertThat(calls).extracting(List::size).containsExactly(10, 2);
    }

    @Test
    void fiftyTextsThatAreCutByALittleCostTwoCalls() {
        for (int tick = 1; tick <= 50; tick++) {
            publish(tick, "x".repeat(1_200));
        }
        assertThat(page(50).items()).hasSize(50);
        assertThat(calls).extracting(List::size).containsExactly(10, 40);
    }

    /** A page has room for 13 texts of 10,000 code points of four bytes. */
    @Test
    void aFullPageEndsEarlyAndTheNextOneContinues() {
        for (int tick = 1; tick <= 30; tick++) {
            publish(tick, "😀".repeat(10_000));
        }
        FeedPage first = page(100);
        assertThat(first.items()).hasSize(13);
        assertThat(first.next()).isEqualTo(id(18).feedKey());
        assertThat(calls).extracting(List::size).containsExactly(10, 3, 1);
        FeedPage second = author.page(user("alice"), new PageRequest(null, first.next(), 100), null);
        assertThat(second.items())
                .hasSize(13)
                .first()
                .extracting(FeedItem::post)
                .isEqualTo(id(17));
        FeedPage third = homes.page(user("alice"), new PageRequest(null, second.next(), 100), true)
                .page();
        assertThat(third.items()).hasSize(4);
        assertThat(third.next()).isNull();
    }

    @Test
    void readsUpToFivePagesForOne() {
        for (int tick = 1; tick <= 7; tick++) {
            plant(tick, "cleo");
        }
        stores.readers().block(user("alice"), user("cleo"));
        assertThat(page(1).items()).isEmpty();
        assertThat(page(1).next()).isEqualTo(id(3).feedKey());
        FeedPage rest = homes.page(user("alice"), new PageRequest(null, page(1).next(), 1), true)
                .page();
        assertThat(rest.items()).isEmpty();
        assertThat(rest.next()).isNull();
    }

    private void plant(long tick, String author) {
        plant(tick, author, Via.FOLLOW);
    }

    private void plant(long tick, String author, Via via) {
        FeedItem item = FeedItem.of(Posts.of(id(tick), user(author), "hello"), via);
        stores.plant(new StoredItem(FeedName.home(user("alice")), id(tick).feedKey(), item));
    }

    /** The row of the follower has the first version still. */
    @Test
    void aCutItemHasTheTextOfItsOwnRevision() {
        publish(1, "x".repeat(5_000));
        Post first = stores.posts().find(id(1)).orElseThrow();
        deliver(first);
        change(first, new Change.Edit(Content.of("y".repeat(6_000)), Duration.ZERO));
        assertThat(home("bob")).extracting(FeedItem::text).containsExactly("x".repeat(5_000));
        assertThat(home("alice")).extracting(FeedItem::text).containsExactly("y".repeat(6_000));
    }

    /** Up to 100 posts a second are read; what the copy of truths has costs nothing. */
    @Test
    void beyondItsReadsAStaleCopyOfTheRecallsRefusesPages() {
        for (long tick = 1; tick <= 110; tick++) {
            publish(tick, "hello");
            deliver(stores.posts().find(id(tick)).orElseThrow());
        }
        time.advance(Duration.ofSeconds(3));
        for (long tick = 110; tick >= 20; tick -= 10) {
            assertThat(pageFrom(tick)).hasSize(10);
            assertThat(pageFrom(tick)).hasSize(10);
        }
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> pageFrom(10))
                .satisfies(problem -> {
                    assertThat(problem.getBody().getType()).isEqualTo(ProblemType.STORAGE_UNAVAILABLE.uri());
                    assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("1");
                });
        assertThat(refused).isEqualTo(1);
        assertThat(home("nobody")).isEmpty();
        time.advance(Duration.ofSeconds(1));
        assertThat(pageFrom(10)).hasSize(10);
    }

    private List<FeedItem> pageFrom(long newest) {
        PageRequest request = new PageRequest(null, id(newest + 1).feedKey(), 10);
        return homes.page(user("bob"), request, true).page().items();
    }

    private List<FeedItem> home(String user) {
        return homes.page(user(user), PageRequest.first(10), true).page().items();
    }

    private void deliver(Post post) {
        WriteOptions options = WriteOptions.express(Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system()));
        stores.feeds().putHome(FeedItem.of(post, Via.FOLLOW), List.of(user("bob")), options);
    }

    private void change(Post post, Change change) {
        assertThat(stores.posts()
                        .change(post, change, JobId.create(100 + post.id().tick(), new Random(1))))
                .isInstanceOf(ChangeResult.Accepted.class);
    }

    private FeedPage page(int limit) {
        return homes.page(user("alice"), PageRequest.first(limit), true).page();
    }

    private void publish(long tick, String text) {
        publish(tick, "alice", text);
    }

    private void publish(long tick, String author, String text) {
        stores.posts().publish(Posts.of(id(tick), user(author), text), null);
    }

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    /** Each call that reads texts is recorded, and the post's rows are read for nothing else. */
    private Stores recorded() {
        return stores.stores(new FaultRules().before(call -> {
            if (call.names("posts")) {
                assertThat(StoreCall.current()).contains(new StoreCall("PostStore", "contents"));
                calls.add(call.items().stream()
                        .map(item -> PostId.parse(item.partition()))
                        .toList());
            }
        }));
    }
}
