package io.feedmill.api.feed;

import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Notes that readers are seen, and gives the pages of those who were away the feeds of the authors whom they follow. */
@Component
public record Returns(
        ReaderStore readers,
        FollowStore follows,
        RebuildStore rebuilds,
        WorkSender sender,
        FeedStore feeds,
        FeedSettings settings,
        Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(Returns.class);

    /** The maximum of authors whose feeds a page reads; the home feed of who follows more is rebuilt. */
    static final int MAX_AUTHORS = 1_000;

    /** Pages that come at once begin one rebuild. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /**
     * How the pages of a reader are read.
     *
     * @param gap the sort keys of the posts that slices may have passed over the reader with; null: none
     * @param sources the feeds that pages have these posts from, and from nowhere else; empty: from the home feed, whose rows may be old
     * @param rebuilding whether posts may be missing until the home feed is rebuilt
     * @param ends whether nothing may be read after the home feed's first page: the gap begins there
     */
    record Visit(@Nullable KeyRange gap, List<GapFeed> sources, boolean rebuilding, boolean ends) {
        /** Returns the sort keys of rows that count for nothing; null: none. */
        @Nullable KeyRange ignored() {
            return sources.isEmpty() ? null : gap;
        }

        /** Whether the author's feed is asked about the row. */
        boolean isDoubtful(FeedItem row) {
            return sources.isEmpty()
                    && gap != null
                    && gap.contains(row.post().feedKey().value());
        }
    }

    /**
     * Returns how a page is read, whether or not the note of it is written: another page may have been faster.
     *
     * @param after the page's cursor
     * @param first what the home feed has after it
     * @param seen whether the page counts as seen by the reader
     */
    Visit visit(UserId reader, ReaderState view, @Nullable FeedKey after, FeedPage first, boolean seen) {
        Instant now = clock.instant();
        Active before = view.active();
        Active visited = Dormancy.visited(before, now, settings.retention());
        KeyRange gap = visited.gap(now, settings.retention());
        boolean merges = gap != null && !visited.always() && reaches(gap, after, first);
        List<UserId> authors = merges ? follows.followingAfter(reader, null, MAX_AUTHORS + 1) : List.of();
        if (authors.size() > MAX_AUTHORS) {
            return rebuild(reader, before, visited.rebuiltAlways(now, Dormancy.MARGIN), gap);
        }
        if (visited.isRebuildDue(now)) {
            return rebuild(reader, before, visited.rebuilt(now), gap);
        }
        if (seen && !visited.equals(before)) {
            note(reader, before, visited);
        }
        boolean rebuilding = visited.again() > 0;
        return gap == null || !merges
                ? new Visit(gap, List.of(), rebuilding, gap != null && !visited.always() && isBefore(after, gap.last()))
                : new Visit(gap, sources(reader, authors, view, gap), rebuilding, false);
    }

    /** A page that cannot note it is right nevertheless, and the next one will. */
    private void note(UserId reader, @Nullable Active before, Active after) {
        try {
            readers.seen(reader, before, after);
        } catch (StorageException e) {
            LOG.atDebug().addKeyValue("user.id", reader).setCause(e).log("Cannot note that a reader was seen");
        }
    }

    /** Whether posts of the gap may be on the page: it does not begin after the gap, and the home feed has not enough rows from before. */
    private static boolean reaches(KeyRange gap, @Nullable FeedKey after, FeedPage first) {
        return isBefore(after, gap.last()) && (first.next() == null || !isBefore(first.next(), gap.first()));
    }

    private static boolean isBefore(@Nullable FeedKey key, String other) {
        return key == null || KeyRange.compare(key.value(), other) < 0;
    }

    /** Begins the rebuild before it is noted: a page that dies in between leaves it to the next one. It is sent then: it passes over who was not seen. */
    private Visit rebuild(UserId reader, @Nullable Active before, Active after, @Nullable KeyRange gap) {
        BeginResult result = rebuilds.begin(reader, PAUSE);
        note(reader, before, after);
        if (result instanceof BeginResult.Begun begun) {
            sender.send(Rebuild.of(begun.work()));
        }
        return new Visit(gap, List.of(), true, false);
    }

    private List<GapFeed> sources(UserId reader, List<UserId> authors, ReaderState view, KeyRange gap) {
        Stream<GapFeed> followed = authors.stream()
                .filter(author -> !view.hidden().contains(author))
                .map(author -> new GapFeed(author, Via.FOLLOW, gap, feeds));
        return Stream.concat(Stream.of(new GapFeed(reader, Via.SELF, gap, feeds)), followed)
                .toList();
    }

    /** An author's posts of the time in which slices may have passed over a reader. */
    record GapFeed(UserId author, Via via, KeyRange gap, FeedStore feeds) implements PageSource {
        @Override
        public boolean has(FeedItem row) {
            return row.author().equals(author)
                    && gap.contains(row.post().feedKey().value());
        }

        /** The last key of the next tick. */
        @Override
        public FeedKey begin() {
            return FeedKey.last(FeedKey.tickOf(gap.first()) + 1);
        }

        @Override
        public @Nullable FeedPage known(PageRequest request) {
            return null;
        }

        @Override
        public FeedPage read(PageRequest request) {
            FeedKey after = request.after();
            if (after != null && KeyRange.compare(after.value(), gap.last()) >= 0) {
                return new FeedPage(List.of(), null);
            }
            boolean within = after != null && gap.contains(after.value());
            FeedPage page =
                    feeds.page(FeedName.author(author), new PageRequest(gap, within ? after : null, request.limit()));
            return page.with(page.items().stream().map(item -> item.via(via)).toList());
        }
    }
}
