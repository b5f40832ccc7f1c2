package io.feedmill.api.feed;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
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
public record ReturningReaders(
        ReaderStore readers,
        FollowCopies follows,
        RebuildStore rebuilds,
        WorkSender sender,
        FeedSettings settings,
        ClockOffset offset) {
    private static final Logger LOG = LoggerFactory.getLogger(ReturningReaders.class);

    /** The maximum of authors whose feeds a page reads; the home feed of who follows more is rebuilt. */
    static final int MAX_AUTHORS = 1_000;

    /** Pages that come at once begin one rebuild. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /**
     * How the pages of a reader are read: the posts that slices may have passed over the reader with, {@code gap}, from the feeds of {@code authors}
     * and from nowhere else; without authors from the home feed, whose rows may be old, and may lack some while it is rebuilt. Nothing may be read
     * after its first page if the gap begins there, {@code ends}.
     */
    record HomeView(@Nullable KeyRange gap, List<UserId> authors, boolean rebuilding, boolean ends) {

        /** Returns the gap whose posts pages have from the authors' feeds; null: none. */
        @Nullable KeyRange merged() {
            return authors.isEmpty() ? null : gap;
        }

        /** Whether the author's feed is asked about a row of the home feed. */
        boolean mustBeChecked(FeedItem row) {
            return authors.isEmpty()
                    && gap != null
                    && gap.contains(row.post().feedKey().value());
        }
    }

    /** Returns how a page after this key is read, for which the home feed has {@code first}; right also if its note is not written, or the clock is wrong. */
    HomeView visit(UserId reader, ReaderState view, @Nullable FeedKey after, FeedPage first, boolean seen) {
        Instant now = offset.storeTime();
        ReaderActivity before = view.active();
        ReaderActivity visited = DormancyPolicy.activityAfterPage(before, now, settings.retention());
        KeyRange gap = visited.gap(now, settings.retention());
        boolean merges = gap != null && !visited.neverDormant() && reaches(gap, after, first);
        List<UserId> authors = merges ? follows.of(reader, view.moved()) : List.of();
        if (authors.size() > MAX_AUTHORS) {
            return rebuild(reader, before, visited.rebuiltAlways(now, DormancyPolicy.MARGIN), gap);
        }
        if (visited.isRebuildDue(now)) {
            return rebuild(reader, before, visited.rebuilt(now), gap);
        }
        if (seen && !visited.equals(before)) {
            note(reader, before, visited);
        }
        boolean rebuilding = visited.rebuildAfter() > 0;
        return merges
                ? new HomeView(gap, withReader(reader, authors), rebuilding, false)
                : new HomeView(
                        gap,
                        List.of(),
                        rebuilding,
                        gap != null && !visited.neverDormant() && isBefore(after, gap.last()));
    }

    private static List<UserId> withReader(UserId reader, List<UserId> authors) {
        return Stream.concat(Stream.of(reader), authors.stream()).toList();
    }

    /** A page that cannot note it is right nevertheless, and the next one will. */
    private void note(UserId reader, @Nullable ReaderActivity before, ReaderActivity after) {
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
    private HomeView rebuild(
            UserId reader, @Nullable ReaderActivity before, ReaderActivity after, @Nullable KeyRange gap) {
        BeginResult result = rebuilds.begin(reader, PAUSE);
        note(reader, before, after);
        if (result instanceof BeginResult.Begun begun) {
            sender.send(Rebuild.of(begun.work()));
        }
        return new HomeView(gap, List.of(), true, false);
    }
}
