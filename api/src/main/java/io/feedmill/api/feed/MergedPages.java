package io.feedmill.api.feed;

import io.feedmill.api.access.SideBySide;
import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pages of a home feed and its {@link PageSource}s, in the order of feed keys. Each feed is read a few rows at a time. For one request, by one thread. */
final class MergedPages {
    /** Rows of a source that a read takes: a page has few of each. */
    static final int ROWS = 10;

    /** The maximum of reads one after the other for a page; then it ends early. */
    private static final int MAX_READS = 10;

    private final PageRequest request;
    private final Lane home;
    private final List<Lane> lanes = new ArrayList<>();
    private final Set<PostId> fromSources = new HashSet<>();
    /** Whether the home feed was read for the next page. */
    private boolean unused = true;

    /**
     * The pages from this request's on.
     *
     * @param first the home feed's page of the request
     * @param more reads its further pages
     */
    MergedPages(PageRequest request, FeedPage first, Feed more, Collection<PageSource> sources) {
        this.request = request;
        this.home = new Lane(more, item -> sources.stream().noneMatch(source -> source.has(item)), request.after());
        home.add(first);
        lanes.add(home);
        for (PageSource source : sources) {
            Lane lane = new Lane(source::read, item -> fromSources.add(item.post()), request.after());
            Optional.ofNullable(source.known(request)).ifPresent(lane::add);
            lanes.add(lane);
        }
    }

    /** Reads pages of a feed. */
    @FunctionalInterface
    interface Feed {
        FeedPage read(PageRequest request);
    }

    /** A feed up to where it was read: {@code reached} is the key that all rows follow that were not read; null: none was. */
    private static final class Lane {
        private final Feed feed;
        private final Predicate<FeedItem> shown;
        private final Deque<FeedItem> items = new ArrayDeque<>();
        private @Nullable FeedKey reached;
        private boolean ended;
        private @Nullable Instant since;

        Lane(Feed feed, Predicate<FeedItem> shown, @Nullable FeedKey after) {
            this.feed = feed;
            this.shown = shown;
            this.reached = after;
        }

        void add(FeedPage page) {
            page.items().stream().filter(shown).forEach(items::add);
            reached = page.next();
            ended = reached == null;
            since = page.since();
        }

        FeedKey head() {
            return Objects.requireNonNull(items.peek()).post().feedKey();
        }
    }

    /** Returns the next page. The home feed is read once for it at most. */
    FeedPage next() {
        List<FeedItem> items = new ArrayList<>();
        boolean homeRead = unused;
        unused = false;
        take(items);
        for (int reads = 0; items.size() < request.limit() && reads < MAX_READS; reads++) {
            List<Lane> shortest = shortest();
            boolean readsHome = shortest.contains(home);
            if (shortest.isEmpty() || (readsHome && homeRead)) {
                break;
            }
            homeRead |= readsHome;
            read(shortest);
            take(items);
        }
        return new FeedPage(items, continuation(items), since());
    }

    /** Takes the next items, but none that rows may precede that were not read. */
    private void take(List<FeedItem> items) {
        List<Lane> shortest = shortest();
        if (!shortest.isEmpty() && shortest.getFirst().reached == null) {
            return;
        }
        @Nullable FeedKey bound = shortest.isEmpty() ? null : shortest.getFirst().reached;
        while (items.size() < request.limit()) {
            Optional<Lane> next = lanes.stream()
                    .filter(lane -> !lane.items.isEmpty())
                    .min(Comparator.comparing(Lane::head))
                    .filter(lane -> bound == null || lane.head().compareTo(bound) <= 0);
            if (next.isEmpty()) {
                return;
            }
            items.add(next.get().items.remove());
        }
    }

    /** Returns the feeds that are read least far, of those that have not ended. */
    private List<Lane> shortest() {
        List<Lane> open = lanes.stream().filter(lane -> !lane.ended).toList();
        @Nullable FeedKey least = open.stream().anyMatch(lane -> lane.reached == null)
                ? null
                : open.stream()
                        .map(lane -> lane.reached)
                        .min(FeedKey::compareTo)
                        .orElse(null);
        return open.stream().filter(lane -> Objects.equals(lane.reached, least)).toList();
    }

    private void read(List<Lane> some) {
        SideBySide.map(
                        some,
                        lane -> lane.feed.read(
                                new PageRequest(request.range(), lane.reached, lane == home ? request.limit() : ROWS)))
                .forEach(Lane::add);
    }

    private @Nullable FeedKey continuation(List<FeedItem> items) {
        List<Lane> shortest = shortest();
        if (shortest.isEmpty() && lanes.stream().allMatch(lane -> lane.items.isEmpty())) {
            return null;
        }
        return items.size() == request.limit() ? items.getLast().post().feedKey() : shortest.getFirst().reached;
    }

    private @Nullable Instant since() {
        return lanes.stream()
                .map(lane -> lane.since)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether an item of a page is from a source, and as true as the source: no read of an author's feed tells more. */
    boolean isFromSource(FeedItem item) {
        return fromSources.contains(item.post());
    }
}
