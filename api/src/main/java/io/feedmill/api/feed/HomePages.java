package io.feedmill.api.feed;

import io.feedmill.api.feed.MergedPage.Merged;
import io.feedmill.api.feed.PageSources.Sources;
import io.feedmill.api.onread.Heads;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.NoteStore.Claim;
import io.feedmill.common.post.Audience;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.storage.Parallel;
import io.feedmill.common.storage.SideBySide;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads the pages of home feeds, and probes whether one would be another than before. */
@Service
public record HomePages(
        FeedStore feeds,
        ReaderStore readers,
        PageSources sources,
        Heads heads,
        ShownItems shown,
        Watermark watermark,
        SideBySide sideBySide,
        FeedSettings settings,
        Clock clock) {
    /** The maximum of pages that are read for one that would have no items. */
    private static final int MAX_PAGES = 5;

    /** The maximum of feeds that a page reads: those of as many authors as a return has, the reader's own and the home feed. */
    private static final int MAX_FEEDS = ReturningReaders.MAX_AUTHORS + 2;

    /** As many rows as a page has. */
    private static final int ROWS = 50;

    /**
     * A page of a home feed.
     *
     * @param rebuilding whether posts may be missing until the feed is rebuilt
     * @param completeUntil until when it has all posts; null: unknown, while it is rebuilt, or not the first page
     * @param authors the authors on read from whose feeds it has posts
     * @param gap the sort keys of the posts that it has from the feeds of all authors whom the reader follows; null: none
     */
    public record HomePage(
            FeedPage page,
            boolean rebuilding,
            @Nullable Instant completeUntil,
            Set<UserId> authors,
            @Nullable KeyRange gap) {}

    /**
     * Reads a page, and at the same time whom its reader does not want to see or must not; {@code seen}: the reader sees it, and is active from then
     * on. Reads on while there is nothing to show: the page may be empty before the end only if all of five pages are hidden.
     */
    public HomePage page(UserId reader, PageRequest request, boolean seen) {
        // before the reads: a job that completes after them may be complete in later notes
        Claim claim = request.after() == null ? watermark.claim() : null;
        RecallCopy recalled = shown.recalls().copy();
        Instant now = clock.instant();
        Future<ReaderState> viewed = Parallel.start(() -> readers.view(reader));
        FeedPage rows = feeds.page(FeedName.home(reader), request);
        ReaderState view = Parallel.await(viewed);
        if (view.moved().isRecent(now)) {
            rows = feeds.page(FeedName.home(reader), request);
        }
        AtomicInteger left = new AtomicInteger(MAX_FEEDS);
        Sources from = sources.of(reader, view, request, rows, seen, left);
        boolean complete = from.complete();
        int most = from.visit().ends() ? 1 : MAX_PAGES;
        Instant oldest = now.minus(settings.retention());
        MergedPage pages = new MergedPage(from.all(), request, oldest, sideBySide, feeds, left);
        FeedPage page;
        do {
            Merged merged = pages.next();
            page = shown(merged, from, view, recalled, reader);
            complete &= merged.complete();
            most--;
        } while (page.items().isEmpty() && page.next() != null && most > 0);
        boolean rebuilding = view.rebuilding() || from.visit().rebuilding() || !complete;
        Instant until = rebuilding || claim == null ? null : watermark.completeUntil(claim, reader);
        return new HomePage(
                page, rebuilding, until, from.authors(), from.visit().merged());
    }

    private FeedPage shown(Merged merged, Sources from, ReaderState view, RecallCopy recalled, UserId reader) {
        Set<PostId> asked = merged.items().stream()
                .filter(item -> asksAbout(item, from, recalled))
                .map(item -> item.item().post())
                .collect(Collectors.toSet());
        List<FeedItem> items =
                withoutBlockers(without(view.hidden(), merged.page().items()), reader);
        return shown.fitted(
                merged.page(), shown.readable(items, recalled, item -> asked.contains(item.post()), reader));
    }

    /** An author's feed tells more of its own rows only about those that were just changed; of a home feed's also who may read them. */
    private static boolean asksAbout(MergedPage.Item merged, Sources from, RecallCopy recalled) {
        FeedItem item = merged.item();
        return merged.source().isHome()
                ? item.audience() instanceof Audience.Users
                        || from.visit().mustBeChecked(item)
                        || recalled.asksAbout(item.post())
                : recalled.isNarrowed(item.post());
    }

    /** A block ends the follow: only announcements are left to hide. */
    private List<FeedItem> withoutBlockers(List<FeedItem> items, UserId reader) {
        Set<UserId> announcers = items.stream()
                .filter(item -> item.via() == Via.ANNOUNCEMENT)
                .map(FeedItem::author)
                .collect(Collectors.toSet());
        return announcers.isEmpty() ? items : without(readers.blockers(reader, announcers), items);
    }

    private static List<FeedItem> without(Set<UserId> authors, List<FeedItem> items) {
        return items.stream().filter(item -> !authors.contains(item.author())).toList();
    }

    /**
     * The little of a home feed that tells whether its first page has to be read again.
     *
     * @param since the moment until which the feed was complete before it, or before an earlier one: rows that come later are not older. Null: unknown
     * @param newest the rows that are newer than the moment of the probe before, up to 50 of the home feed
     * @param view whom the reader does not see
     * @param recalls those posts of the page that are recalled
     */
    public record Probe(@Nullable Instant since, List<FeedItem> newest, ReaderState view, Map<PostId, Kind> recalls) {

        /** Whether nothing has moved since the probe before, of whose moment this one has read the newer rows. */
        public boolean isSameAs(Probe before) {
            return view.showsAs(before.view)
                    && !before.lacks(recalls)
                    && newest.equals(
                            before.newest.stream().filter(before::isOpen).toList());
        }

        private boolean lacks(Map<PostId, Kind> recalled) {
            return !recalls.entrySet().containsAll(recalled.entrySet());
        }

        /** Whether it is newer than the moment of this probe: others of its time may come. */
        private boolean isOpen(FeedItem item) {
            return since == null || item.post().tick() >= Ticks.ofInstant(since);
        }
    }

    /** Reads the first page, as every client gets it, when there is a permit. */
    public HomePage first(UserId reader) {
        return sideBySide.behind(() -> page(reader, PageRequest.first(ROWS), true));
    }

    /** Probes a home feed, when there is a permit, after this last probe and with this first page (null: none). */
    public Probe probe(UserId reader, @Nullable Probe before, @Nullable HomePage page) {
        // before the reads, as a page
        Instant until = watermark.completeUntil();
        Map<PostId, Kind> recalled = recalled(page);
        Instant since = before == null ? until : before.since();
        KeyRange newer = since == null ? null : FeedKey.range(Ticks.ofInstant(since), Long.MAX_VALUE);
        // Both hold for ever.
        Instant later = since == null || (until != null && until.isAfter(since)) ? until : since;
        return sideBySide.behind(() -> new Probe(later, newest(reader, newer, page), readers.view(reader), recalled));
    }

    /**
     * Returns the newest rows of the home feed, and of the feeds of authors on read that its page has posts of. Rows of the gap are on no page: what is in
     * the gap, pages read from all authors' feeds, too many to look at.
     */
    private List<FeedItem> newest(UserId reader, @Nullable KeyRange range, @Nullable HomePage page) {
        KeyRange gap = page == null ? null : page.gap();
        Set<UserId> authors = page == null ? Set.of() : page.authors();
        Stream<FeedItem> rows = feeds.page(FeedName.home(reader), new PageRequest(range, null, ROWS)).items().stream()
                .filter(item -> !isIn(gap, item));
        Stream<FeedItem> others = heads.of(authors, new AtomicInteger(MAX_FEEDS)).values().stream()
                .flatMap(head -> head.items().stream().takeWhile(item -> range == null || isIn(range, item)));
        return Stream.concat(rows, others).toList();
    }

    private static boolean isIn(@Nullable KeyRange range, FeedItem item) {
        return range != null && range.contains(item.post().feedKey().value());
    }

    private Map<PostId, Kind> recalled(@Nullable HomePage page) {
        RecallCopy copy = shown.recalls().copy();
        List<FeedItem> items = page == null ? List.of() : page.page().items();
        Map<PostId, Kind> recalled = new HashMap<>();
        items.forEach(item ->
                recalled.compute(item.post(), (post, none) -> copy.kinds().apply(post)));
        return recalled;
    }

    /** Whether posts of the page were recalled after the probe, by what this instance knows: it asks no store. */
    public boolean isRecalled(Probe probe, @Nullable HomePage page) {
        return probe.lacks(recalled(page));
    }

    /** Returns the page without the posts that this instance knows to be recalled. */
    public HomePage withoutRecalled(HomePage page) {
        Map<PostId, Kind> recalled = recalled(page);
        List<FeedItem> left = page.page().items().stream()
                .filter(item -> !recalled.containsKey(item.post()))
                .toList();
        return new HomePage(
                page.page().with(left), page.rebuilding(), page.completeUntil(), page.authors(), page.gap());
    }

    /** Whether posts may be recalled that this instance does not know of. */
    public boolean isStale() {
        return shown.recalls().copy().stale() != null;
    }
}
