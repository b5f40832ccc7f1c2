package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.storage.SideBySide;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One page of the items of several feeds, by feed keys. Holds no more than it shows, and reads a feed only if that may have one. For one request. */
final class MergedPage {
    /** The maximum of reads one after the other; then the page ends early. */
    private static final int MAX_ROUNDS = 10;

    private final int limit;
    private final Instant oldest;
    private final List<Lane> lanes;
    private final NavigableMap<FeedKey, Item> items = new TreeMap<>();
    /** Whether there are items after those of the page. */
    private boolean continues;
    /** Whether a feed ends by the retention. */
    private boolean trimmed;

    record Item(FeedItem item, PageSource source) {}

    /** A feed up to where it was read: {@code reached} is the key that all rows follow that were not read. */
    private static final class Lane {
        private final PageSource source;
        private @Nullable FeedKey reached;
        private boolean read;
        private boolean ended;

        Lane(PageSource source, @Nullable FeedKey after) {
            this.source = source;
            FeedKey begin = source.firstKey();
            this.reached = PageSource.compare(after, begin) < 0 ? begin : after;
            this.ended = after != null && source.endsBefore(after);
        }

        /** Whether it may have rows before this key (null: any) that were not read. */
        boolean isNeededBefore(@Nullable FeedKey key) {
            return !ended && (key == null || PageSource.compare(reached, key) < 0);
        }
    }

    private MergedPage(List<PageSource> sources, PageRequest request, Instant oldest) {
        this.limit = request.limit();
        this.oldest = oldest;
        this.lanes = sources.stream()
                .map(source -> new Lane(source, request.after()))
                .toList();
    }

    /** A page of merged feeds, with its items and their sources; {@code complete} if all feeds were read that may have items of it. */
    record Merged(FeedPage page, List<Item> items, boolean complete) {}

    /** Returns the requested page, without items up to {@code oldest}; lowers {@code left}, the number of feeds that may be read. */
    static Merged of(
            List<PageSource> sources,
            PageRequest request,
            Instant oldest,
            SideBySide sideBySide,
            FeedStore feeds,
            AtomicInteger left) {
        MergedPage page = new MergedPage(sources, request, oldest);
        page.takeKnown();
        List<Lane> needed = page.needed();
        for (int round = 0; !needed.isEmpty() && round < MAX_ROUNDS && left.get() > 0; round++) {
            List<Lane> some = needed.subList(0, Math.min(needed.size(), left.get()));
            left.addAndGet(-some.size());
            Map<Lane, FeedPage> found = sideBySide.map(some, lane -> lane.source.read(feeds, lane.reached));
            found.forEach(page::take);
            needed = page.needed();
        }
        return page.upTo(needed);
    }

    private void takeKnown() {
        for (Lane lane : lanes) {
            FeedPage known = lane.source.alreadyRead(lane.reached);
            if (known != null) {
                take(lane, known);
            }
        }
    }

    private List<Lane> needed() {
        FeedKey last = last();
        return lanes.stream().filter(lane -> lane.isNeededBefore(last)).toList();
    }

    /** Returns the key that no item of the page follows; null: the page has room. */
    private @Nullable FeedKey last() {
        return items.size() < limit ? null : items.lastKey();
    }

    private void take(Lane lane, FeedPage page) {
        FeedKey after = lane.reached;
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
                return;
            }
            if (PageSource.compare(after, key) < 0 && lane.source.provides().test(row) && !put(key, row, lane.source)) {
                return;
            }
        }
    }

    /** Returns false if the page is full of items from before. */
    private boolean put(FeedKey key, FeedItem row, PageSource source) {
        FeedKey last = last();
        if (last != null && last.compareTo(key) < 0) {
            continues = true;
            return false;
        }
        items.merge(
                key,
                new Item(source.item(row), source),
                (one, other) -> one.source().isHome() ? other : one);
        if (items.size() > limit) {
            items.pollLastEntry();
            continues = true;
        }
        return true;
    }

    /** The page as far as all feeds were read. It goes on without those that were not read at all. */
    private Merged upTo(List<Lane> unread) {
        FeedKey end = unread.stream()
                .filter(lane -> lane.read)
                .map(lane -> lane.reached)
                .min(PageSource::compare)
                .orElse(null);
        if (end != null) {
            items.tailMap(end, false).clear();
        }
        boolean more =
                continues || lanes.stream().anyMatch(lane -> !lane.ended && (lane.read || !unread.contains(lane)));
        FeedKey next = end == null && more ? last() : end;
        List<Item> found = List.copyOf(items.values());
        return new Merged(
                new FeedPage(found.stream().map(Item::item).toList(), next, next == null && trimmed ? oldest : null),
                found,
                unread.stream().allMatch(lane -> lane.read));
    }
}
