package io.feedmill.api.feed;

import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Parallel;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pages of a home feed and its {@link PageSource}s, in the order of feed keys. Each feed is read a few rows at a time. For one request, by one thread. */
final class MergedPages {
    /** Rows of a source that a read takes: a page has few of each. */
    static final int ROWS = 10;

    /** The maximum of reads one after the other for a page; then it ends early. */
    private static final int MAX_READS = 10;

    private final PageRequest request;
    private final Map<UserId, List<PageSource>> sources;
    private final @Nullable KeyRange gap;
    private final Lane home;
    private final List<Lane> lanes = new ArrayList<>();
    private final Set<PostId> fromSources = new HashSet<>();
    /** The last post that was taken: two sources may have it. */
    private @Nullable PostId last;
    /** Whether the home feed was read for the next page. */
    private boolean unused = true;

    /**
     * The pages from this request's on.
     *
     * @param first the home feed's page of the request
     * @param more reads its further pages
     * @param gap the sort keys of rows that are left out, whose authors' feeds are sources; null: none
     */
    MergedPages(
            PageRequest request,
            FeedPage first,
            Function<PageRequest, FeedPage> more,
            Collection<? extends PageSource> sources,
            @Nullable KeyRange gap) {
        this.request = request;
        this.gap = gap;
        this.sources = sources.stream().collect(Collectors.groupingBy(PageSource::author));
        this.home = new Lane(page -> unread(more.apply(page)), request.limit(), request.after());
        home.add(unread(first));
        lanes.add(home);
        for (PageSource source : sources) {
            Lane lane = new Lane(source::read, ROWS, later(request.after(), source.begin()));
            Optional.ofNullable(source.known(request)).ifPresent(lane::add);
            lanes.add(lane);
        }
    }

    /** Leaves out the rows whose posts a source has. */
    private FeedPage unread(FeedPage page) {
        return sources.isEmpty() && gap == null
                ? page
                : page.with(page.items().stream().filter(row -> !isRead(row)).toList());
    }

    private boolean isRead(FeedItem row) {
        return (gap != null && gap.contains(row.post().feedKey().value()))
                || sources.getOrDefault(row.author(), List.of()).stream().anyMatch(source -> source.has(row));
    }

    /** A feed up to where it was read: {@code reached} is the key that all rows follow that were not read; null: none was. */
    private static final class Lane {
        private final Function<PageRequest, FeedPage> feed;
        private final int rows;
        private final Deque<FeedItem> items = new ArrayDeque<>();
        private @Nullable FeedKey reached;
        private boolean ended;
        private @Nullable Instant since;

        Lane(Function<PageRequest, FeedPage> feed, int rows, @Nullable FeedKey after) {
            this.feed = feed;
            this.rows = rows;
            this.reached = after;
        }

        FeedPage read(@Nullable KeyRange range) {
            return feed.apply(new PageRequest(range, reached, rows));
        }

        void add(FeedPage page) {
            items.addAll(page.items());
            reached = page.next();
            ended = reached == null;
            since = page.since();
        }

        FeedKey head() {
            return items.element().post().feedKey();
        }
    }

    /** Returns the next page. The home feed is read once for it at most. */
    FeedPage next() {
        List<FeedItem> items = new ArrayList<>();
        boolean homeRead = unused;
        unused = false;
        List<Lane> shortest = take(items);
        for (int reads = 0; items.size() < request.limit() && !shortest.isEmpty() && reads < MAX_READS; reads++) {
            boolean readsHome = shortest.contains(home);
            if (readsHome && homeRead) {
                break;
            }
            homeRead |= readsHome;
            Parallel.map(shortest, lane -> lane.read(request.range())).forEach(Lane::add);
            shortest = take(items);
        }
        FeedKey next = continuation(items, shortest);
        return new FeedPage(items, next, next == null ? since() : null);
    }

    /** Takes the next items, but none that rows may precede that were not read. Returns the feeds that have to be read for more. */
    private List<Lane> take(List<FeedItem> items) {
        List<Lane> shortest = shortest();
        @Nullable FeedKey bound = shortest.isEmpty() ? null : shortest.getFirst().reached;
        if (!shortest.isEmpty() && bound == null) {
            return shortest;
        }
        Queue<Lane> heads = new PriorityQueue<>(Comparator.comparing(Lane::head));
        lanes.stream().filter(lane -> !lane.items.isEmpty()).forEach(heads::add);
        while (items.size() < request.limit() && !heads.isEmpty()) {
            Lane next = heads.remove();
            if (bound != null && next.head().compareTo(bound) > 0) {
                break;
            }
            FeedItem item = next.items.remove();
            if (!item.post().equals(last)) {
                items.add(item);
            }
            last = item.post();
            if (next != home) {
                fromSources.add(item.post());
            }
            if (!next.items.isEmpty()) {
                heads.add(next);
            }
        }
        return shortest;
    }

    /** Returns the feeds that are read least far, of those that have not ended. */
    private List<Lane> shortest() {
        List<Lane> shortest = new ArrayList<>();
        for (Lane lane : lanes) {
            int order = shortest.isEmpty() ? 0 : compare(lane.reached, shortest.getFirst().reached);
            if (!lane.ended && order < 0) {
                shortest.clear();
            }
            if (!lane.ended && order <= 0) {
                shortest.add(lane);
            }
        }
        return shortest;
    }

    private static int compare(@Nullable FeedKey one, @Nullable FeedKey other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return one.compareTo(other);
    }

    private static @Nullable FeedKey later(@Nullable FeedKey one, @Nullable FeedKey other) {
        return compare(one, other) > 0 ? one : other;
    }

    private @Nullable FeedKey continuation(List<FeedItem> items, List<Lane> shortest) {
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

    /** Whether an item of a page is from a source: an author's feed tells more only about what has just been changed. */
    boolean isFromSource(FeedItem item) {
        return fromSources.contains(item.post());
    }
}
