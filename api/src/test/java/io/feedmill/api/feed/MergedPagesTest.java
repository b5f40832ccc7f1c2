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

    private final Map<String, List<PageRequest>> reads = new ConcurrentHashMap<>();

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

    private static FeedPage page(List<FeedItem> all, PageRequest request) {
        List<FeedItem> rest = all.stream()
                .filter(item -> request.after() == null || item.post().feedKey().compareTo(request.after()) > 0)
                .toList();
        List<FeedItem> rows = rest.subList(0, Math.min(request.limit(), rest.size()));
        return new FeedPage(
                rows, rows.size() == rest.size() ? null : rows.getLast().post().feedKey());
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

    private MergedPages inGap(PageRequest request, List<FeedItem> home, Feed... sources) {
        KeyRange gap = FeedKey.range(10, 20);
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
    void aGapCostsNoReadBeforeAPageReachesIt() {
        MergedPages pages =
                inGap(PageRequest.first(2), items("ann", Via.FOLLOW, 5, 21, 22), new Feed("bob", 0, 12, 13));
        assertThat(ticks(pages.next())).containsExactly(22L, 21L);
        assertThat(reads).containsOnlyKeys("home");
        assertThat(ticks(pages.next())).containsExactly(13L, 12L);
        assertThat(ticks(pages.next())).containsExactly(5L);
    }

    @Test
    void rowsOfAGapAreLeftOutWhoeverWroteThem() {
        List<FeedItem> home = items("ann", Via.FOLLOW, 5, 9, 10, 15, 19, 20, 21);
        FeedPage page =
                inGap(PageRequest.first(10), home, new Feed("bob", 0, 12)).next();
        assertThat(ticks(page)).containsExactly(21L, 20L, 12L, 9L, 5L);
    }
}
