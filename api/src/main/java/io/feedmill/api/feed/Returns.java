package io.feedmill.api.feed;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyCopy;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.ReaderView;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Notes that readers are seen, and gives the pages of those who were away the feeds of the authors whom they follow. */
@Component
public record Returns(
        DormancyCopy dormancy,
        ReaderStore readers,
        FollowStore follows,
        RebuildStore rebuilds,
        WorkSender sender,
        FeedStore feeds,
        FeedSettings settings,
        Clock clock) {
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
     */
    record Visit(@Nullable KeyRange gap, List<GapFeed> sources, boolean rebuilding) {

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
     * @param seen whether the page counts as seen by the reader
     */
    Visit visit(UserId reader, ReaderView view, boolean seen) {
        Instant now = clock.instant();
        Active before = view.active();
        Active visited = dormancy.fresh().visited(before, now, settings.retention());
        if (visited == null) {
            return new Visit(null, List.of(), false);
        }
        KeyRange gap = visited.gap(now, settings.retention());
        List<UserId> authors =
                gap == null || visited.always() ? List.of() : follows.followingAfter(reader, null, MAX_AUTHORS + 1);
        if (authors.size() > MAX_AUTHORS) {
            return rebuild(reader, before, visited.rebuiltAlways(now, Dormancy.MARGIN), gap);
        }
        if (visited.isRebuildDue(now)) {
            return rebuild(reader, before, visited.rebuilt(now), gap);
        }
        if (seen && !visited.equals(before)) {
            readers.seen(reader, before, visited);
        }
        List<GapFeed> sources = gap == null || visited.always() ? List.of() : sources(reader, authors, view, gap);
        return new Visit(gap, sources, visited.again() > 0);
    }

    /** Begins the rebuild before it is noted: a page that dies in between leaves it to the next one. */
    private Visit rebuild(UserId reader, @Nullable Active before, Active after, @Nullable KeyRange gap) {
        if (rebuilds.begin(reader, PAUSE) instanceof BeginResult.Begun begun) {
            sender.send(Rebuild.of(begun.work()));
        }
        readers.seen(reader, before, after);
        return new Visit(gap, List.of(), true);
    }

    private List<GapFeed> sources(UserId reader, List<UserId> authors, ReaderView view, KeyRange gap) {
        Stream<GapFeed> followed = authors.stream()
                .filter(author -> !view.hidden().contains(author))
                .map(author -> new GapFeed(author, Via.FOLLOW, gap, feeds));
        return Stream.concat(Stream.of(new GapFeed(reader, Via.SELF, gap, feeds)), followed)
                .toList();
    }
}
