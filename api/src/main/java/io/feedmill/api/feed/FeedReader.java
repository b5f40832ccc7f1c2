package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.ReaderView;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads feeds for a viewer, with full texts: more calls only for cut items, limited audiences and recalled posts. */
@Service
final class FeedReader {
    /** The maximum of pages that are read for one that would have no items. */
    private static final int MAX_PAGES = 5;

    private final FeedStore feeds;
    private final ReaderStore readers;
    private final Recalls recalls;
    private final ReadAccess access;
    private final FullTexts texts;

    FeedReader(FeedStore feeds, ReaderStore readers, Recalls recalls, ReadAccess access, FullTexts texts) {
        this.feeds = feeds;
        this.readers = readers;
        this.recalls = recalls;
        this.access = access;
        this.texts = texts;
    }

    /**
     * Reads a home feed, and side by side whom its owner does not want to see or must not. Reads on while there is nothing to show: the page may be
     * empty before the end only if all of five pages are hidden.
     */
    HomePage home(UserId owner, PageRequest request) {
        FutureTask<ReaderView> viewed = new FutureTask<>(() -> readers.view(owner));
        Thread.startVirtualThread(viewed);
        RecallCopy recalled = recalls.copy();
        FeedName feed = FeedName.home(owner);
        FeedPage page = feeds.page(feed, request);
        ReaderView view = result(viewed);
        List<FeedItem> items = shown(page, view.hidden(), recalled, owner);
        @Nullable FeedKey next = page.next();
        for (int pages = 1; items.isEmpty() && next != null && pages < MAX_PAGES; pages++) {
            page = feeds.page(feed, request.after(next));
            items = shown(page, view.hidden(), recalled, owner);
            next = page.next();
        }
        return new HomePage(page.with(items), view.rebuilding());
    }

    /**
     * A page of a home feed.
     *
     * @param rebuilding whether the feed is being rebuilt
     */
    record HomePage(FeedPage page, boolean rebuilding) {}

    private List<FeedItem> shown(FeedPage page, Set<UserId> hidden, RecallCopy recalled, UserId owner) {
        List<FeedItem> items = hidden.isEmpty()
                ? page.items()
                : page.items().stream()
                        .filter(item -> !hidden.contains(item.author()))
                        .toList();
        return texts.of(access.readable(recalled.standing(items), owner));
    }

    private static <T> T result(FutureTask<T> read) {
        try {
            return read.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads an author's feed.
     *
     * @throws ProblemException 404 if a block stands between the author and the viewer
     */
    FeedPage author(UserId author, PageRequest request, @Nullable UserId viewer) {
        if (access.isBlocked(author, viewer)) {
            throw new ProblemException(ProblemType.NOT_FOUND, "The viewer cannot read this feed.");
        }
        RecallCopy recalled = recalls.copy();
        FeedPage page = feeds.page(FeedName.author(author), request);
        return page.with(texts.of(access.readable(recalled.standing(page.items()), viewer)));
    }
}
