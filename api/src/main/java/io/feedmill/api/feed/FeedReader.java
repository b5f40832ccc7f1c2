package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.cursor.VisiblePage;
import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.api.feed.Returns.Visit;
import io.feedmill.api.outbox.Watermark;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.Parallel;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads feeds for a viewer, with full texts: more calls only for cut items, limited audiences and recalled posts. */
@Service
public record FeedReader(
        FeedStore feeds,
        ReaderStore readers,
        Recalls recalls,
        ReadAccess access,
        FullTexts texts,
        Watermark watermark,
        PageSources sources,
        Returns returns) {
    /** The maximum of pages that are read for one that would have no items. */
    private static final int MAX_PAGES = 5;

    /**
     * Reads a home feed, and at the same time whom its reader does not want to see or must not. Reads on while there is nothing to show: the page may be
     * empty before the end only if all of five pages are hidden.
     *
     * @param seen whether the reader sees it: a reader who was away for long is active from then on
     */
    public HomePage home(UserId reader, PageRequest request, boolean seen) {
        // before the reads: a job that completes after them may be complete in later notes
        Instant completeUntil = request.after() == null ? watermark.completeUntil() : null;
        Future<ReaderState> viewed = Parallel.start(() -> readers.view(reader));
        Future<List<PageSource>> found = sources.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : Parallel.start(() -> sources.of(reader));
        RecallCopy recalled = recalls.copy();
        FeedName feed = FeedName.home(reader);
        FeedPage first = feeds.page(feed, request);
        ReaderState view = Parallel.await(viewed);
        List<PageSource> visible = Parallel.await(found).stream()
                .filter(source -> !view.hidden().contains(source.author()))
                .toList();
        Visit visit = returns.visit(reader, view, request.after(), first, seen);
        List<PageSource> all =
                Stream.concat(visible.stream(), visit.sources().stream()).toList();
        MergedPages pages = new MergedPages(request, first, more -> feeds.page(feed, more), all, visit.ignored());
        FeedPage shown = shown(pages, view.hidden(), recalled, visit, reader);
        int most = visit.ends() ? 1 : MAX_PAGES;
        for (int read = 1; shown.items().isEmpty() && shown.next() != null && read < most; read++) {
            shown = shown(pages, view.hidden(), recalled, visit, reader);
        }
        boolean rebuilding = view.rebuilding() || visit.rebuilding();
        return new HomePage(
                shown,
                rebuilding,
                visit.rebuilding() ? null : completeUntil,
                visible.stream().map(PageSource::author).collect(Collectors.toSet()),
                visit.ignored());
    }

    /**
     * A page of a home feed.
     *
     * @param rebuilding whether the feed is being rebuilt
     * @param completeUntil until when it has all posts; null: unknown, or not the first page
     * @param sources the authors on read from whose feeds it has posts
     * @param gap the sort keys of the posts that it has from the feeds of all authors whom the reader follows; null: none
     */
    public record HomePage(
            FeedPage page,
            boolean rebuilding,
            @Nullable Instant completeUntil,
            Set<UserId> sources,
            @Nullable KeyRange gap) {}

    private FeedPage shown(MergedPages pages, Set<UserId> hidden, RecallCopy recalled, Visit visit, UserId reader) {
        FeedPage page = pages.next();
        List<FeedItem> items = withoutBlockers(without(hidden, page.items()), reader);
        Predicate<FeedItem> asked = item -> pages.isFromSource(item)
                ? recalled.isNarrowed(item.post())
                : isForList(item) || visit.isDoubtful(item) || recalled.asksAbout(item.post());
        return fitted(page, readable(items, recalled, asked, reader));
    }

    private FeedPage fitted(FeedPage page, List<FeedItem> items) {
        FullTexts.Fitted fitted = texts.of(items);
        return fitted.full() ? FeedPage.endingEarly(fitted.items()) : page.with(fitted.items());
    }

    /** Whether a home feed's row does not say who may read the item. */
    private static boolean isForList(FeedItem item) {
        return item.audience() instanceof Audience.Users;
    }

    /** Here pages go by the recalls: they leave out retracted posts, and ask the authors' feeds about narrowed ones. */
    private List<FeedItem> readable(
            List<FeedItem> items, RecallCopy recalled, Predicate<FeedItem> asked, @Nullable UserId viewer) {
        List<FeedItem> visible = items.stream()
                .filter(item -> !recalled.isRetracted(item.post()))
                .toList();
        return access.readable(visible, asked, recalled::takeReads, viewer);
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
        return authors.isEmpty()
                ? items
                : items.stream()
                        .filter(item -> !authors.contains(item.author()))
                        .toList();
    }

    /**
     * Reads an author's feed, past the posts that the viewer may not read and those that were retracted.
     *
     * @throws ProblemException 404 if a block stands between the author and the viewer
     */
    FeedPage author(UserId author, PageRequest request, @Nullable UserId viewer) {
        if (access.isBlocked(author, viewer)) {
            throw new ProblemException(ProblemType.NOT_FOUND, "The viewer cannot read this feed.");
        }
        RecallCopy recalled = recalls.copy();
        FeedName feed = FeedName.author(author);
        Page<FeedItem, FeedKey> page = VisiblePage.of(
                request.after(),
                request.limit(),
                (after, rows) -> {
                    FeedPage read = feeds.page(feed, new PageRequest(request.range(), after, rows));
                    return new Page<>(
                            readable(read.items(), recalled, item -> recalled.asksAbout(item.post()), viewer),
                            read.next());
                },
                item -> item.post().feedKey());
        return fitted(new FeedPage(page.items(), page.next()), page.items());
    }
}
