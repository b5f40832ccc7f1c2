package io.feedmill.api.access;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FreshPostsTest {
    private static final long MAX_BYTES = 100_000;

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger keys = new AtomicInteger();
    private Runnable begun = () -> {};
    private final FreshPosts copy =
            new FreshPosts(counted().feeds(), new SuspendSafeClock(clock::nanoTime, clock), MAX_BYTES);

    /** A read of up to 100 items is one call. */
    private Stores counted() {
        FaultRules calls = new FaultRules().before(call -> {
            assertThat(StoreCall.current()).contains(new StoreCall("FeedStore", "items"));
            loads.incrementAndGet();
            keys.addAndGet(call.items().size());
            begun.run();
        });
        return stores.stores(calls);
    }

    @BeforeEach
    void publish() {
        publish(1);
        publish(2);
    }

    private void publish(long tick) {
        stores.posts().publish(Posts.of(id(tick), user("ann"), "first"), null);
    }

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    private static ItemKey key(long tick) {
        return new ItemKey(FeedName.author(user("ann")), id(tick));
    }

    private List<String> texts(long... ticks) {
        List<ItemKey> asked =
                IntStream.range(0, ticks.length).mapToObj(i -> key(ticks[i])).toList();
        var found = copy.items(asked, count -> {});
        return asked.stream()
                .flatMap(key -> Stream.ofNullable(found.get(key)))
                .map(FeedItem::text)
                .toList();
    }

    private void edit(String text) {
        Post post = stores.posts().find(id(1)).orElseThrow();
        stores.posts()
                .change(
                        post,
                        new Change.Edit(Content.of(text), Duration.ZERO),
                        JobId.create(100 + loads.get(), new Random(1)));
    }

    @Test
    void aPostIsReadOnceASecond() {
        assertThat(texts(1)).containsExactly("first");
        edit("second");
        clock.advance(Duration.ofSeconds(1).minusNanos(1));
        assertThat(texts(1)).containsExactly("first");
        assertThat(loads).hasValue(1);
        clock.advance(Duration.ofNanos(1));
        assertThat(texts(1)).containsExactly("second");
        assertThat(loads).hasValue(2);
    }

    @Test
    void onlyWhatIsMissingIsReadTogetherAndAPostThatIsGoneIsRemembered() {
        texts(1);
        assertThat(texts(1, 2, 3)).containsExactly("first", "first");
        assertThat(texts(3, 2, 1)).hasSize(2);
        assertThat(loads).hasValue(2);
        assertThat(keys).hasValue(3);
    }

    @Test
    void whoAsksWhileAReadRunsWaitsForIt() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> go = new CompletableFuture<Void>().orTimeout(10, TimeUnit.SECONDS);
        begun = () -> {
            running.countDown();
            go.join();
        };
        List<FutureTask<List<String>>> pages = Stream.generate(() -> new FutureTask<>(() -> texts(1)))
                .limit(20)
                .toList();
        Thread.startVirtualThread(pages.getFirst());
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
        pages.subList(1, 20).forEach(Thread::startVirtualThread);
        go.complete(null);
        for (FutureTask<List<String>> page : pages) {
            assertThat(page.get(10, TimeUnit.SECONDS)).containsExactly("first");
        }
        assertThat(loads).hasValue(1);
    }

    @Test
    void aFailedReadIsNotRemembered() {
        begun = () -> {
            throw new StorageException(StorageException.Kind.REJECTED, "BreakerOpen");
        };
        assertThatThrownBy(() -> texts(1)).isInstanceOf(StorageException.class);
        begun = () -> {};
        assertThat(texts(1)).containsExactly("first");
        assertThat(loads).hasValue(2);
    }

    /** What a post says counts, also after its read. */
    @Test
    void itHasAMaximumOfBytes() {
        for (long tick = 10; tick < 110; tick++) {
            stores.posts().publish(Posts.of(id(tick), user("ann"), "x".repeat(900)), null);
            texts(tick);
        }
        assertThat(copy.bytes()).isBetween((int) MAX_BYTES / 2, (int) MAX_BYTES);
        int before = loads.get();
        LongStream.range(10, 110).forEach(tick -> texts(tick));
        assertThat(loads.get() - before).isGreaterThan(50);
    }
}
