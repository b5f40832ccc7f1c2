package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.storage.SideBySide;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pages of several feeds' items, merged by feed keys. Holds only what a page shows, and reads a feed only if it may have that. For one request. */
final class MergedPage {
    /** The maximum of reads one after the other; then the page ends early. */
    private static final int MAX_ROUNDS = 10;

    /** The maximum of further reads of feeds, after the first of each; then the page ends early. */
    private static final int MAX_FURTHER = 1_000;

    private final List<Lane> lanes;
    private final int limit;
    private final Instant oldest;
    private final SideBySide sideBySide;
    private final FeedStore feeds;
    /** The number of feeds that may be read, which the first read of each lowers. */
    private final AtomicInteger left;

    private final NavigableMap<FeedKey, Item> items = new TreeMap<>();
    private int further = MAX_FURTHER;
    /** Where the last page ended. */
    private @Nullable FeedKey position;

    /** Whether a feed ends by the retention. */
    private boolean trimmed;

    /** The pages from the requested one on, without items up to {@code oldest}. */
    MergedPage(
            List<PageSource> sources,
            PageRequest request,
            Instant oldest,
            SideBySide sideBySide,
            FeedStore feeds,
            AtomicInteger left) {
        this.lanes = sources.stream()
                .map(source -> new Lane(source, request.after()))
                .toList();
        this.limit = request.limit();
        this.oldest = oldest;
        this.sideBySide = sideBySide;
        this.feeds = feeds;
        this.left = left;
    }

    record Item(FeedItem item, PageSource source) {}

    /** A page of merged feeds, with its items and their sources; {@code complete} if all feeds were read that may have items of it. */
    record Merged(FeedPage page, List<Item> items, boolean complete) {}

    /** A feed up to where it was read: {@code reached} is the key that all rows follow that were not read. */
    private static final class Lane {
        private final PageSource source;
        /** The keys of the rows that were read, from those of the page to the first one that it has no room for. */
        private final Deque<FeedKey> keys = new ArrayDeque<>();

        private @Nullable FeedKey reached;
        private boolean read;
        private boolean queried;
        private boolean ended;
        /** Whether it is read again from {@code reached} on: the page before had no room for its next row, whose key is known. */
        private boolean again;

        Lane(PageSource source, @Nullable FeedKey after) {
            this.source = source;
            this.reached = source.beginAfter(after);
            this.ended = after != null && source.endsBefore(after);
        }

        /** The page ended after this key. */
        void goOn(FeedKey after) {
            while (!keys.isEmpty() && keys.getFirst().compareTo(after) <= 0) {
                keys.removeFirst();
            }
            if (!keys.isEmpty()) {
                reached = source.beginAfter(after);
                ended = false;
                again = true;
            }
        }

        boolean hasRowAfter(FeedKey key) {
            return !keys.isEmpty() && keys.getLast().compareTo(key) > 0;
        }

        /** Whether it may have rows of a page up to this key (null: any) that were not read. */
        boolean isNeededUpTo(@Nullable FeedKey key) {
            if (ended || key == null) {
                return !ended;
            }
            return again ? keys.getFirst().compareTo(key) <= 0 : PageSource.compare(reached, key) < 0;
        }
    }

    /** Returns the first page, then that after the one before. */
    Merged next() {
        FeedKey after = position;
        if (after != null) {
            lanes.forEach(lane -> lane.goOn(after));
            items.clear();
        }
        takeKnown();
        List<Lane> needed = needed();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<Lane> some = readable(needed, 1 << round);
            if (some.isEmpty()) {
                break;
            }
            sideBySide.map(some, lane -> take(lane, lane.source.read(feeds, lane.reached)));
            needed = needed();
        }
        return upTo(needed);
    }

    private void takeKnown() {
        for (Lane lane : lanes) {
            FeedPage known = lane.ended ? null : lane.source.alreadyRead(lane.reached);
            if (known != null) {
                take(lane, known);
            }
        }
    }

    /** Of the feeds whose next rows are known, no more are needed than the page has room for. */
    private List<Lane> needed() {
        FeedKey last = last();
        Stream<Lane> again = lanes.stream()
                .filter(lane -> lane.again)
                .sorted(Comparator.comparing(lane -> lane.keys.getFirst()))
                .limit(last == null ? limit - items.size() : lanes.size());
        return Stream.concat(lanes.stream().filter(lane -> !lane.again), again)
                .filter(lane -> lane.isNeededUpTo(last))
                .toList();
    }

    /** Returns those of the needed feeds that may be read; of those whose next rows are known the first, for one of them may fill the page. */
    private List<Lane> readable(List<Lane> needed, int mostAgain) {
        List<Lane> some = new ArrayList<>();
        int again = 0;
        for (Lane lane : needed) {
            boolean waits = lane.again && ++again > mostAgain;
            if (!waits && (lane.queried ? further > 0 : left.get() > 0)) {
                further -= lane.queried ? 1 : 0;
                left.addAndGet(lane.queried ? 0 : -1);
                lane.queried = true;
                some.add(lane);
            }
        }
        return some;
    }

    /** Returns the key that no item of the page follows; null: the page has room. */
    private @Nullable FeedKey last() {
        return items.size() < limit ? null : items.lastKey();
    }

    /** Takes rows as soon as they are read, so that not all feeds' are held at once. */
    private synchronized boolean take(Lane lane, FeedPage page) {
        FeedKey after = lane.reached;
        if (lane.again) {
            lane.keys.clear();
            lane.again = false;
        }
        lane.read = true;
        lane.reached = page.next();
        lane.ended = page.next() == null;
        trimmed |= page.since() != null;
        for (FeedItem row : page.items()) {
            FeedKey key = row.post().feedKey();
            boolean past = !row.post().createdAt().isAfter(oldest);
            if (past || lane.source.endsBefore(key)) {
                trimmed |= past;
                lane.ended = true;
                return true;
            }
            if (PageSource.compare(after, key) < 0 && lane.source.provides().test(row)) {
                lane.keys.add(key);
                if (!put(key, row, lane.source)) {
                    return true;
                }
            }
        }
        return true;
    }

    /** Returns false if the page is full of items from before. */
    private boolean put(FeedKey key, FeedItem row, PageSource source) {
        FeedKey last = last();
        if (last != null && last.compareTo(key) < 0) {
            return false;
        }
        items.merge(
                key,
                new Item(source.item(row), source),
                (one, other) -> one.source().yieldsTo(other.source()) ? other : one);
        if (items.size() > limit) {
            items.pollLastEntry();
        }
        return true;
    }

    /** The page as far as all feeds were read. It goes on without those that were not read at all. */
    private Merged upTo(List<Lane> unread) {
        unread.stream()
                .filter(lane -> lane.again)
                .map(lane -> lane.keys.getFirst())
                .forEach(next -> items.tailMap(next, true).clear());
        FeedKey lastKnown = items.isEmpty() ? position : items.lastKey();
        FeedKey end = unread.stream()
                .filter(lane -> lane.read)
                .map(lane -> lane.again ? lastKnown : lane.reached)
                .min(PageSource::compare)
                .orElse(null);
        if (end != null) {
            items.tailMap(end, false).clear();
        }
        FeedKey last = last();
        boolean more = lanes.stream()
                .anyMatch(lane -> (!lane.ended && (lane.read || !unread.contains(lane)))
                        || (last != null && lane.hasRowAfter(last)));
        FeedKey next = end == null && more ? last : end;
        position = next;
        List<Item> found = List.copyOf(items.values());
        return new Merged(
                new FeedPage(found.stream().map(Item::item).toList(), next, next == null && trimmed ? oldest : null),
                found,
                unread.stream().allMatch(lane -> lane.read));
    }
}
