package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.Posts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MergedPagesTest {
    private static final Comparator<FeedItem> NEWEST_FIRST =
            Comparator.comparing(item -> item.post().feedKey());

    private static final Instant SINCE = Instant.EPOCH;

    private final Map<String, List<PageRequest>> reads = new ConcurrentHashMap<>();
    /** The tick from which on feeds have posts: earlier rows are past the retention. */
    private long retained;

    private static FeedItem item(String author, long tick, Via via) {
        Post post = Posts.of(new PostId(tick, "11111111111"), user(author), "hello");
        return FeedItem.of(post, via);
    }

    private static List<FeedItem> items(String author, Via via, long... ticks) {
        return LongStream.of(ticks)
                .mapToObj(tick -> item(author, tick, via))
                .sorted(NEWEST_FIRST)
                .toList();
    }

    private static long[] ticks(int from, int to) {
        return LongStream.rangeClosed(from, to).toArray();
    }

    private FeedPage read(String name, List<FeedItem> all, PageRequest request) {
        reads.computeIfAbsent(name, first -> Collections.synchronizedList(new ArrayList<>()))
                .add(request);
        return page(all, request);
    }

    /** As the store: a feed ends with its first row that is past the retention. */
    private FeedPage page(List<FeedItem> all, PageRequest request) {
        List<FeedItem> rest = all.stream()
                .filter(item -> request.after() == null || item.post().feedKey().compareTo(request.after()) > 0)
                .toList();
        List<FeedItem> rows = rest.subList(0, Math.min(request.limit(), rest.size()));
        List<FeedItem> items = retained(rows);
        boolean trimmed = items.size() < rows.size();
        return new FeedPage(
                items,
                trimmed || rows.size() == rest.size()
                        ? null
                        : rows.getLast().post().feedKey(),
                trimmed ? SINCE : null);
    }

    private List<FeedItem> retained(List<FeedItem> rows) {
        return rows.stream().filter(item -> item.post().tick() >= retained).toList();
    }

    /** The feed of an author, of which pages have all posts, and the newest of which are read already. */
    private final class Feed implements PageSource {
        private final String name;
        private final List<FeedItem> all;
        private final int known;

        Feed(String name, int known, long... ticks) {
            this.name = name;
            this.all = items(name, Via.FOLLOW, ticks);
            this.known = known;
        }

        @Override
        public UserId author() {
            return user(name);
        }

        @Override
        public boolean has(FeedItem row) {
            return row.author().equals(author());
        }

        @Override
        public @Nullable FeedPage known(PageRequest request) {
            return known == 0 || request.after() != null ? null : page(all, PageRequest.first(known));
        }

        @Override
        public FeedPage read(PageRequest request) {
            return MergedPagesTest.this.read(name, all, request);
        }
    }

    private MergedPages pages(PageRequest request, List<FeedItem> home, Feed... sources) {
        return new MergedPages(
                request, read("home", home, request), more -> read("home", home, more), List.of(sources), null);
    }

    private static List<Long> ticks(FeedPage page) {
        return page.items().stream().map(item -> item.post().tick()).toList();
    }

    @Test
    void aHomeFeedAloneIsReadAsItsPages() {
        MergedPages pages = pages(PageRequest.first(3), items("ann", Via.FOLLOW, ticks(1, 5)));
        FeedPage first = pages.next();
        assertThat(ticks(first)).containsExactly(5L, 4L, 3L);
        assertThat(first.next()).isEqualTo(first.items().getLast().post().feedKey());
        assertThat(ticks(pages.next())).containsExactly(2L, 1L);
        assertThat(reads.get("home")).hasSize(2);
    }

    @Test
    void rowsOfAnAuthorWhoIsReadAreLeftOut() {
        List<FeedItem> home = Stream.concat(
                        items("ann", Via.FOLLOW, 2, 4).stream(), items("bob", Via.FOLLOW, 1, 3).stream())
                .sorted(NEWEST_FIRST)
                .toList();
        FeedPage page =
                pages(PageRequest.first(10), home, new Feed("bob", 0, 3, 5)).next();
        assertThat(ticks(page)).containsExactly(5L, 4L, 3L, 2L);
        assertThat(page.next()).isNull();
    }

    @Test
    void whatASourceKnowsCostsNoRead() {
        FeedPage page = pages(PageRequest.first(5), items("ann", Via.FOLLOW, 2, 4), new Feed("bob", 50, ticks(10, 40)))
                .next();
        assertThat(ticks(page)).containsExactly(40L, 39L, 38L, 37L, 36L);
        assertThat(reads).containsOnlyKeys("home");
    }

    @Test
    void aSourceIsReadTenRowsAtATimeAndOnlyAsFarAsNeeded() {
        FeedPage page = pages(
                        PageRequest.first(25),
                        items("ann", Via.FOLLOW, 1, 2),
                        new Feed("bob", 0, ticks(10, 100)),
                        new Feed("cid", 0, ticks(3, 6)))
                .next();
        assertThat(ticks(page)).hasSize(25).first().isEqualTo(100L);
        assertThat(reads.get("bob")).extracting(PageRequest::limit).containsExactly(10, 10, 10);
        assertThat(reads.get("cid")).hasSize(1);
    }

    /** A page of rows that are all left out must not make the next one begin anywhere else. */
    @Test
    void aPageEndsEarlyWhereTheHomeFeedIsReadTo() {
        List<FeedItem> home = items("bob", Via.FOLLOW, ticks(1, 30));
        MergedPages pages = pages(PageRequest.first(10), home, new Feed("bob", 0, 5));
        FeedPage first = pages.next();
        assertThat(first.items()).isEmpty();
        assertThat(first.next()).extracting(FeedKey::tick).isEqualTo(21L);
        assertThat(ticks(pages.next())).isEmpty();
        FeedPage last = pages.next();
        assertThat(ticks(last)).containsExactly(5L);
        assertThat(last.next()).isNull();
        assertThat(reads.get("home")).hasSize(3);
    }

    private MergedPages inGap(PageRequest request, List<FeedItem> home, Feed... sources) {
        return inGap(FeedKey.range(10, 20), request, home, sources);
    }

    private MergedPages inGap(KeyRange gap, PageRequest request, List<FeedItem> home, Feed... sources) {
        List<PageSource> feeds = Stream.of(sources)
                .map(source -> new InGap(source, gap))
                .map(PageSource.class::cast)
                .toList();
        return new MergedPages(request, read("home", home, request), more -> read("home", home, more), feeds, gap);
    }

    /** A source of a gap: all its items follow the key. */
    private record InGap(Feed feed, KeyRange gap) implements PageSource {
        @Override
        public FeedKey begin() {
            return FeedKey.last(FeedKey.tickOf(gap.first()) + 1);
        }

        @Override
        public UserId author() {
            return feed.author();
        }

        @Override
        public boolean has(FeedItem row) {
            return false;
        }

        @Override
        public @Nullable FeedPage known(PageRequest request) {
            return null;
        }

        @Override
        public FeedPage read(PageRequest request) {
            return feed.read(request);
        }
    }

    @Test
    void rowsOfAGapAreLeftOutWhoeverWroteThem() {
        List<FeedItem> home = items("ann", Via.FOLLOW, 5, 9, 10, 15, 19, 20, 21);
        FeedPage page =
                inGap(PageRequest.first(10), home, new Feed("bob", 0, 12)).next();
        assertThat(ticks(page)).containsExactly(21L, 20L, 12L, 9L, 5L);
    }

    @Test
    void aGapCostsNoReadBeforeAPageReachesIt() {
        MergedPages pages =
                inGap(PageRequest.first(2), items("ann", Via.FOLLOW, 5, 21, 22), new Feed("bob", 0, 12, 13));
        assertThat(ticks(pages.next())).containsExactly(22L, 21L);
        assertThat(reads).containsOnlyKeys("home");
        assertThat(ticks(pages.next())).containsExactly(13L, 12L);
        assertThat(ticks(pages.next())).containsExactly(5L);
    }

    @Test
    void aPostThatTwoSourcesHaveIsShownOnce() {
        MergedPages pages =
                pages(PageRequest.first(2), List.of(), new Feed("bob", 0, 5, 6), new Feed("bob", 0, 5, 6, 7));
        assertThat(ticks(pages.next())).containsExactly(7L, 6L);
        assertThat(ticks(pages.next())).containsExactly(5L);
    }

    @Test
    void anEndTellsOfTheRetentionIfAFeedEndsByIt() {
        retained = 3;
        FeedPage page = pages(PageRequest.first(10), items("ann", Via.FOLLOW, 2, 4), new Feed("bob", 0, 5))
                .next();
        assertThat(ticks(page)).containsExactly(5L, 4L);
        assertThat(page.since()).isEqualTo(SINCE);
    }

    /** One old announcement, or the old rows of a reader who was away, must not end the other feeds. */
    @Test
    void aFeedThatEndsByTheRetentionEndsNoOther() {
        retained = 100;
        MergedPages pages =
                pages(PageRequest.first(2), items("ann", Via.FOLLOW, 101, 102, 103), new Feed("bob", 50, 1));
        FeedPage first = pages.next();
        assertThat(ticks(first)).containsExactly(103L, 102L);
        assertThat(first.next()).isEqualTo(first.items().getLast().post().feedKey());
        assertThat(first.since()).isNull();
        FeedPage last = pages.next();
        assertThat(ticks(last)).containsExactly(101L);
        assertThat(last.since()).isEqualTo(SINCE);
    }
}
