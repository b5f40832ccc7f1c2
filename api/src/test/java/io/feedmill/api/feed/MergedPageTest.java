package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.MergedPage.Merged;
import io.feedmill.api.feed.PageSource.Head;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.SideBySide;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MergedPageTest {
    private static final int WALKS = 3_000;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final UserId BOB = user("bob");

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock, PagesOf.RETENTION);
    private final List<String> reads = Collections.synchronizedList(new ArrayList<>());
    private final FeedStore feeds = stores.stores(new FaultRules()
                    .before(call -> call.items().forEach(item -> reads.add(item.partition()))))
            .feeds();
    private final Instant oldest = clock.instant().minus(PagesOf.RETENTION);

    /** Minutes from that of the retention: posts up to it are not shown. */
    private long tick(long number) {
        return Ticks.ofInstant(oldest) + number * MINUTE;
    }

    private FeedItem plant(FeedName feed, String author, long number, Mode mode) {
        PostId id = new PostId(tick(number), "1".repeat(11));
        Post post = new Post(id, user(author), Content.of("hello"), 1, null, Audience.everyone(), mode);
        FeedItem item = FeedItem.of(post, Via.FOLLOW);
        stores.plant(new StoredItem(feed, id.feedKey(), item));
        return item;
    }

    private void publish(String author, Mode mode, long... numbers) {
        LongStream.of(numbers).forEach(number -> plant(FeedName.author(user(author)), author, number, mode));
    }

    private void deliver(UserId reader, String author, long... numbers) {
        LongStream.of(numbers).forEach(number -> plant(FeedName.home(reader), author, number, Mode.PUSH));
    }

    private static long[] range(int from, int to) {
        return LongStream.rangeClosed(from, to).toArray();
    }

    private PageSource onRead(String author, int known) {
        FeedPage head = stores.feeds().page(FeedName.author(user(author)), PageRequest.first(known));
        return PageSource.onRead(new OnReadAuthor(user(author), true, false), head);
    }

    private Merged page(List<PageSource> sources, @Nullable FeedKey after, int limit) {
        return page(sources, after, limit, 1_000);
    }

    private Merged page(List<PageSource> sources, @Nullable FeedKey after, int limit, int maxReads) {
        return pages(sources, after, limit, maxReads).next();
    }

    private MergedPage pages(List<PageSource> sources, @Nullable FeedKey after, int limit, int maxReads) {
        return new MergedPage(
                sources,
                new PageRequest(null, after, limit),
                oldest,
                new SideBySide(3),
                feeds,
                new AtomicInteger(maxReads));
    }

    private List<Long> numbers(Merged page) {
        return page.page().items().stream()
                .map(item -> (item.post().tick() - tick(0)) / MINUTE)
                .toList();
    }

    private static PageSource home(UserId reader, int limit) {
        return PageSource.home(reader, null, limit, null);
    }

    @Test
    void whatASourceKnowsCostsNoRead() {
        deliver(BOB, "ann", 2, 4);
        publish("big", Mode.ON_READ, range(10, 40));
        assertThat(numbers(page(List.of(home(BOB, 5), onRead("big", 14)), null, 5)))
                .containsExactly(40L, 39L, 38L, 37L, 36L);
        assertThat(reads).containsExactly("home:bob");
    }

    @Test
    void aFeedIsReadOnlyIfItMayHaveARowOfThePage() {
        deliver(BOB, "ann", range(200, 209));
        publish("old", Mode.ON_READ, range(1, 60));
        publish("new", Mode.ON_READ, range(61, 120));
        List<PageSource> sources = List.of(home(BOB, 10), onRead("old", 14), onRead("new", 14));
        assertThat(numbers(page(sources, null, 20)))
                .hasSize(20)
                .startsWith(209L)
                .endsWith(111L);
        assertThat(reads).containsExactly("home:bob", "user:new");
    }

    @Test
    void aPageThatMayReadNoMoreEndsWhereAllWasRead() {
        publish("one", Mode.ON_READ, range(1, 60));
        publish("two", Mode.ON_READ, 1, 2);
        List<PageSource> sources = List.of(onRead("one", 5), onRead("two", 5));
        Merged page = page(sources, null, 20, 0);
        assertThat(numbers(page)).containsExactly(60L, 59L, 58L, 57L, 56L);
        assertThat(page.complete()).isTrue();
        assertThat(numbers(page(sources, page.page().next(), 20, 1))).hasSize(20);
        assertThat(reads).as("of the one feed that may be read").containsExactly("user:one", "user:one");
    }

    @Test
    void aFeedThatWasNotReadAtAllIsMissing() {
        publish("one", Mode.ON_READ, 1, 2);
        deliver(BOB, "ann", 5);
        PageSource unknown = PageSource.gap(user("one"), FeedKey.range(tick(1), tick(9)), Via.FOLLOW);
        Merged page = page(List.of(home(BOB, 5), unknown), null, 5, 1);
        assertThat(numbers(page)).containsExactly(5L);
        assertThat(page.complete()).isFalse();
        assertThat(page(List.of(home(BOB, 5), unknown), null, 5).complete()).isTrue();
    }

    /** The newest posts of some authors are hidden: the feeds of the others are not read again for the pages behind. */
    @Test
    void pagesOneAfterTheOtherReadAFeedAgainOnlyForItsRows() {
        KeyRange gap = FeedKey.range(tick(1), tick(1_000));
        List<PageSource> sources = new ArrayList<>();
        for (int author = 0; author < 50; author++) {
            publish(
                    "a" + author,
                    Mode.PUSH,
                    author < 2 ? range(500 + 30 * author, 529 + 30 * author) : range(author, author));
            sources.add(PageSource.gap(user("a" + author), gap, Via.FOLLOW));
        }
        MergedPage pages = pages(sources, null, 20, 50);
        List<Long> shown = new ArrayList<>();
        for (int page = 0; page < 3; page++) {
            Merged next = pages.next();
            assertThat(next.complete()).isTrue();
            assertThat(next.page().next()).isNotNull();
            shown.addAll(numbers(next));
        }
        assertThat(shown).hasSize(60).startsWith(559L).endsWith(500L);
        assertThat(reads).hasSizeLessThan(65);
    }

    /** Home rows, authors on read with and without known rows, and a gap, with rows from before the retention: each walk has each item once, in order. */
    @Test
    void walksHaveEachItemOnce() {
        for (int walk = 0; walk < WALKS; walk++) {
            new Walk(walk).check();
        }
    }

    private final class Walk {
        private final int seed;
        private final Random random;
        private final UserId reader;
        private final int limit;
        private final TreeSet<Long> expected = new TreeSet<>();
        private final List<PageSource> sources = new ArrayList<>();
        private boolean trimmed;

        Walk(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.reader = user("reader-" + seed);
            this.limit = 1 + random.nextInt(7);
        }

        private long[] numbers(int max) {
            return LongStream.range(0, random.nextInt(max))
                    .map(i -> random.nextLong(-5, 60))
                    .distinct()
                    .toArray();
        }

        private void expect(long[] numbers, long from, long to) {
            LongStream.of(numbers)
                    .filter(number -> number > 0)
                    .filter(number -> number >= from && number <= to)
                    .forEach(expected::add);
        }

        private void plant() {
            long[] own = numbers(20);
            deliver(reader, "ann", own);
            boolean hasGap = random.nextBoolean();
            long from = 10L + random.nextInt(10);
            long to = from + random.nextInt(20);
            if (hasGap) {
                KeyRange gap = FeedKey.range(tick(from), tick(to + 1));
                sources.add(PageSource.home(reader, FeedKey.range(tick(to + 1), Long.MAX_VALUE), limit, first()));
                sources.add(PageSource.home(reader, FeedKey.range(0, tick(from)), limit, first()));
                expect(own, to + 1, 100);
                expect(own, 0, from - 1);
                Stream.of("a", "b").forEach(name -> {
                    String author = name + "-" + seed;
                    long[] posts = numbers(25);
                    publish(author, Mode.PUSH, posts);
                    sources.add(PageSource.gap(user(author), gap, Via.FOLLOW));
                    expect(posts, from, to);
                });
            } else {
                sources.add(PageSource.home(reader, null, limit, first()));
                expect(own, 0, 100);
                trimmed = LongStream.of(own).anyMatch(number -> number <= 0);
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                String author = "big-" + i + "-" + seed;
                long[] posts = numbers(30);
                publish(author, Mode.ON_READ, posts);
                sources.add(onRead(author, 1 + random.nextInt(14)));
                expect(posts, 0, 100);
                trimmed |= LongStream.of(posts).anyMatch(number -> number <= 0);
            }
        }

        void check() {
            plant();
            List<Long> shown = new ArrayList<>();
            @Nullable FeedKey after = null;
            Merged page;
            do {
                page = page(sources, after, limit);
                assertThat(page.page().items()).as("walk %s", seed).hasSizeLessThanOrEqualTo(limit);
                assertThat(page.complete()).isTrue();
                shown.addAll(MergedPageTest.this.numbers(page));
                after = page.page().next();
            } while (after != null);
            assertThat(shown).as("walk %s", seed).containsExactlyElementsOf(expected.descendingSet());
            if (trimmed) {
                assertThat(page.page().since()).as("walk %s", seed).isEqualTo(oldest);
            }
            MergedPage pages = pages(sources, null, limit, sources.size());
            List<Long> again = new ArrayList<>();
            do {
                page = pages.next();
                assertThat(page.complete()).isTrue();
                again.addAll(MergedPageTest.this.numbers(page));
            } while (page.page().next() != null);
            assertThat(again).as("walk %s by one request", seed).isEqualTo(shown);
        }

        private @Nullable Head first() {
            return random.nextBoolean()
                    ? null
                    : new Head(null, feeds.page(FeedName.home(reader), PageRequest.first(limit)));
        }
    }
}
