package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A feed that pages of a home feed have items of: the home feed itself, or an author's.
 *
 * @param range the sort keys of the rows that pages have from it; null: all
 * @param provides which of these rows they have
 * @param via why they have an author's post; null: as its row says
 * @param rows that a read takes
 * @param head what was read of the feed before; null: nothing
 */
record PageSource(
        FeedName feed,
        @Nullable KeyRange range,
        Predicate<FeedItem> provides,
        @Nullable Via via,
        int rows,
        @Nullable Head head) {
    /** Rows of an author's feed that a read takes: a page has few of each. */
    private static final int ROWS = 10;

    /** What was read of a feed after this key (null: from the newest). */
    record Head(@Nullable FeedKey after, FeedPage page) {}

    /** A home feed's rows. */
    static PageSource home(UserId reader, @Nullable KeyRange range, int rows, @Nullable Head head) {
        return new PageSource(FeedName.home(reader), range, row -> true, null, rows, head);
    }

    /** An author's feed of which pages have the posts in a gap of the home feed. */
    static PageSource gap(UserId author, KeyRange gap, Via via) {
        return new PageSource(FeedName.author(author), gap, row -> true, via, ROWS, null);
    }

    /** The feed of an author on read. */
    static PageSource onRead(OnReadAuthor entry, FeedPage newest) {
        return new PageSource(
                FeedName.author(entry.author()),
                null,
                row -> entry.reads(row.mode()),
                entry.everyone() ? Via.ANNOUNCEMENT : Via.FOLLOW,
                ROWS,
                new Head(null, newest));
    }

    boolean isHome() {
        return feed.isHome();
    }

    /** Whether pages have a post from the other source if both have it. */
    boolean yieldsTo(PageSource other) {
        return isHome() || (range != null && !other.isHome());
    }

    /** Returns this key, or the later one that all its rows follow; null: none is known. */
    @Nullable FeedKey beginAfter(@Nullable FeedKey after) {
        long newest = range == null ? Long.MAX_VALUE : FeedKey.tickOf(range.first());
        FeedKey first = newest == Long.MAX_VALUE ? null : FeedKey.last(newest + 1);
        return compare(after, first) < 0 ? first : after;
    }

    /** Returns what was read before and has the rows after this key; null: read them. */
    @Nullable FeedPage alreadyRead(@Nullable FeedKey after) {
        if (head == null || compare(after, head.after()) < 0) {
            return null;
        }
        FeedKey next = head.page().next();
        return next == null || compare(after, next) < 0 ? head.page() : null;
    }

    /** Orders keys as feeds do; null: before all. */
    static int compare(@Nullable FeedKey one, @Nullable FeedKey other) {
        return one == null || other == null ? Boolean.compare(one != null, other != null) : one.compareTo(other);
    }

    FeedPage read(FeedStore feeds, @Nullable FeedKey after) {
        boolean within = range == null || (after != null && range.contains(after.value()));
        return feeds.page(feed, new PageRequest(range, within ? after : null, rows));
    }

    /** Whether the key is after those that pages have from it. */
    boolean endsBefore(FeedKey key) {
        return range != null && KeyRange.compare(key.value(), range.last()) > 0;
    }

    FeedItem item(FeedItem row) {
        return via == null ? row : row.via(via);
    }
}
