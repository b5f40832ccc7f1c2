package io.feedmill.api.feed;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyCopy;
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
import io.feedmill.common.key.FeedKey;
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
     * @param gap the sort keys of the posts that they have from authors' feeds, and from nowhere else; null: none
     * @param sources these feeds
     * @param rebuilding whether posts may be missing until the home feed is rebuilt
     */
    record Visit(@Nullable KeyRange gap, List<GapFeed> sources, boolean rebuilding) {
        private static final Visit USUAL = new Visit(null, List.of(), false);
        private static final Visit REBUILDING = new Visit(null, List.of(), true);
    }

    /**
     * Returns how a page is read, whether or not the note of it is written: another page may have been faster.
     *
     * @param after the page's cursor; null: the first page
     * @param seen whether the page counts as seen by the reader
     */
    Visit visit(UserId reader, ReaderView view, @Nullable FeedKey after, boolean seen) {
        Dormancy now = dormancy.fresh();
        Instant time = clock.instant();
        Active before = view.active();
        Active visited = now.visited(before, time, settings.retention());
        KeyRange gap = visited == null ? null : visited.gap(time, settings.retention());
        List<UserId> authors =
                gap == null || isPast(gap, after) ? List.of() : follows.followingAfter(reader, null, MAX_AUTHORS + 1);
        if (authors.size() > MAX_AUTHORS) {
            return rebuild(reader, before, Active.always(time, Dormancy.MARGIN));
        }
        if (visited != null && visited.isRebuildDue(time)) {
            return rebuild(reader, before, visited.rebuilt(time));
        }
        if (seen && visited != null && !visited.equals(before)) {
            readers.seen(reader, before, visited);
        }
        if (gap != null) {
            return new Visit(gap, isPast(gap, after) ? List.of() : sources(reader, authors, view, gap), false);
        }
        return visited != null && visited.again() > 0 ? Visit.REBUILDING : Visit.USUAL;
    }

    private static boolean isPast(KeyRange gap, @Nullable FeedKey after) {
        return after != null && KeyRange.compare(after.value(), gap.last()) >= 0;
    }

    /** Begins the rebuild before it is noted: a page that dies in between leaves it to the next one. */
    private Visit rebuild(UserId reader, @Nullable Active before, Active after) {
        if (rebuilds.begin(reader, PAUSE) instanceof BeginResult.Begun begun) {
            sender.send(Rebuild.of(begun.work()));
        }
        readers.seen(reader, before, after);
        return Visit.REBUILDING;
    }

    private List<GapFeed> sources(UserId reader, List<UserId> authors, ReaderView view, KeyRange gap) {
        Stream<GapFeed> followed = authors.stream()
                .filter(author -> !view.hidden().contains(author))
                .map(author -> new GapFeed(author, Via.FOLLOW, gap, feeds));
        return Stream.concat(Stream.of(new GapFeed(reader, Via.SELF, gap, feeds)), followed)
                .toList();
    }
}
