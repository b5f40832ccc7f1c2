package io.feedmill.api.live;

import io.feedmill.api.feed.FeedReader;
import io.feedmill.api.feed.FeedReader.HomePage;
import io.feedmill.api.outbox.Watermark;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.Recall.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The reads of all live feeds, which take at most a quarter of the connections to the store. Beside them only the {@link Watermark} reads, once a second.
 * Thread-safe.
 */
@Component
final class LiveReads {
    /** Calls at a time: a look reads rows of two tables in turn, a page in parallel. */
    private static final int LOOK = 1;

    private static final int PAGE = 2;

    private final FeedReader pages;
    private final Semaphore calls;

    LiveReads(FeedReader pages, TableSettings tables) {
        this.pages = pages;
        this.calls = new Semaphore(Math.max(PAGE, tables.connections() / 4), true);
    }

    /**
     * Looks at a home feed.
     *
     * @param before the last look; null: none
     * @param shown its page; null: none
     */
    Look look(UserId reader, @Nullable Look before, @Nullable HomePage shown) {
        // before the reads, as a page
        Instant until = pages.watermark().completeUntil();
        RecallCopy copy = pages.recalls().copy();
        Map<PostId, Kind> recalled = recalled(copy, shown);
        Instant since = before == null ? until : before.since();
        KeyRange newer = since == null ? null : FeedKey.range(Ticks.ofInstant(since), Long.MAX_VALUE);
        PageRequest newest = new PageRequest(newer, null, Look.ROWS);
        // Both hold for ever.
        Instant later = since == null || (until != null && until.isAfter(since)) ? until : since;
        return with(
                LOOK,
                () -> new Look(
                        later,
                        newest(reader, newest, shown),
                        pages.readers().view(reader),
                        recalled,
                        copy.stale() != null));
    }

    /** Whether a look would read the page again, by what this instance knows of recalls: it asks no store. */
    boolean isRecalled(Look before, @Nullable HomePage shown) {
        RecallCopy copy = pages.recalls().copy();
        return (copy.stale() != null && !before.stale()) || before.lacks(recalled(copy, shown));
    }

    private static Map<PostId, Kind> recalled(RecallCopy copy, @Nullable HomePage shown) {
        Map<PostId, Kind> recalled = new HashMap<>();
        List<FeedItem> items = shown == null ? List.of() : shown.page().items();
        items.forEach(item ->
                recalled.compute(item.post(), (post, none) -> copy.kinds().apply(post)));
        return recalled;
    }

    /**
     * Returns the newest rows of the home feed, and of the feeds of authors on read that its page has posts of. Rows of the gap are on no page: what is in
     * the gap, pages read from all authors' feeds, too many to look at.
     */
    private List<FeedItem> newest(UserId reader, PageRequest request, @Nullable HomePage shown) {
        KeyRange range = request.range();
        KeyRange gap = shown == null ? null : shown.gap();
        Set<UserId> sources = shown == null ? Set.of() : shown.sources();
        Stream<FeedItem> rows = pages.feeds().page(FeedName.home(reader), request).items().stream()
                .filter(item ->
                        gap == null || !gap.contains(item.post().feedKey().value()));
        Stream<FeedItem> others = pages.access().newest(sources).stream()
                .filter(item ->
                        range == null || range.contains(item.post().feedKey().value()));
        return Stream.concat(rows, others).toList();
    }

    /** Reads the first page of a home feed, as every client gets it. */
    HomePage page(UserId reader) {
        return with(PAGE, () -> pages.home(reader, PageRequest.first(Look.ROWS), true));
    }

    private <T> T with(int permits, Supplier<T> read) {
        calls.acquireUninterruptibly(permits);
        try {
            return read.get();
        } finally {
            calls.release(permits);
        }
    }

    /**
     * A look at a home feed: the little of it that tells whether its page has to be read again.
     *
     * @param since the moment until which the feed was complete before the look, or before an earlier one: rows that come later are not older. Null: unknown
     * @param newest the rows that are newer than the moment of the look before, up to 50
     * @param view whom the reader does not see
     * @param recalls those posts of the page that are recalled
     * @param stale whether there may be recalls that this instance does not know
     */
    record Look(
            @Nullable Instant since,
            List<FeedItem> newest,
            ReaderState view,
            Map<PostId, Kind> recalls,
            boolean stale) {
        /** As many rows as the page has. */
        static final int ROWS = 50;

        /** Whether nothing has moved since the look before, of whose moment this one has read the newer rows. */
        boolean isSameAs(Look before) {
            return !stale
                    && view.showsAs(before.view)
                    && !before.lacks(recalls)
                    && newest.equals(
                            before.newest.stream().filter(before::isOpen).toList());
        }

        /** Whether posts of the page are recalled that were not at this look. */
        boolean lacks(Map<PostId, Kind> recalled) {
            return !recalls.entrySet().containsAll(recalled.entrySet());
        }

        /** Whether it is newer than the moment of this look: others of its time may come. */
        private boolean isOpen(FeedItem item) {
            return since == null || item.post().tick() >= Ticks.ofInstant(since);
        }
    }
}
