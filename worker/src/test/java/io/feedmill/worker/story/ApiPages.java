package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;

import io.feedmill.common.dormant.DormancyCopy;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An API whose pages merge the feeds of authors on read, and those of all authors within the gap of a reader who was away: the rules of the API's
 * {@code OnReadAuthors}, {@code OnReadFeeds} and {@code Returns}.
 */
final class ApiPages {
    private static final Duration MAX_AGE = Duration.ofSeconds(30);
    private static final Duration RETENTION = Duration.ofDays(30);

    private final MemoryStores fakes;
    private final ReaderStore readers;
    private final SettableClock clock;
    private final Duration refresh;
    private final DormancyCopy dormancy;
    private Instant readAt;
    private Map<UserId, Entry> copy = Map.of();
    private int merged;
    private int gaps;

    private record Entry(OnReadAuthor author, Instant since) {}

    /**
     * @param faults take the reads and writes of pages that count as seen
     * @param refresh the age at which the copy is read again, at most 30 s
     */
    ApiPages(MemoryStores fakes, Faults faults, SettableClock clock, Duration refresh) {
        this.fakes = fakes;
        this.readers = fakes.stores(faults).readers();
        this.dormancy = new DormancyCopy(fakes.dormancy(), new SuspendSafeClock(clock::nanoTime, clock), Runnable::run);
        this.clock = clock;
        this.refresh = refresh;
        this.readAt = clock.instant();
    }

    private Map<UserId, Entry> copy() {
        Instant now = clock.instant();
        if (!now.isBefore(readAt.plus(refresh))) {
            Map<UserId, Entry> read = new HashMap<>();
            fakes.onRead().all().forEach(author -> read.put(author.author(), new Entry(author, since(author, now))));
            copy = read;
            readAt = now;
        }
        return copy;
    }

    private Instant since(OnReadAuthor author, Instant now) {
        Entry before = copy.get(author.author());
        return before != null && before.author().from() == author.from() ? before.since() : now;
    }

    /** Reads the list again if it is time. */
    void refresh() {
        copy();
    }

    /** Returns how a post is published whose tick was taken before. */
    Mode mode(UserId author, PostId post) {
        Entry entry = copy().get(author);
        return entry != null
                        && entry.author().publishesOnRead(post.tick())
                        && clock.instant().isAfter(entry.since().plus(MAX_AGE))
                ? Mode.ON_READ
                : Mode.PUSH;
    }

    /** Returns the items of a reader's pages, newest first, without regard to muted authors. */
    List<FeedItem> home(String reader) {
        Map<UserId, Entry> sources = new HashMap<>(copy());
        sources.values().removeIf(entry -> !reads(reader, entry.author()));
        merged += sources.size();
        KeyRange gap = gap(reader);
        gaps += gap == null ? 0 : 1;
        Stream<FeedItem> rows = fakes.home(user(reader)).stream().filter(item -> !isIn(gap, item));
        Stream<FeedItem> missed = gap == null ? Stream.of() : authors(reader).filter(item -> isIn(gap, item));
        Stream<FeedItem> pushed = Stream.concat(rows, missed).filter(item -> {
            Entry source = sources.get(item.author());
            return source == null
                    || !source.author().isReadFromAuthor(item.post().tick());
        });
        Stream<FeedItem> read = sources.values().stream()
                .flatMap(source -> feed(source.author()))
                .filter(item -> admits(item, reader));
        return Stream.concat(pushed, read)
                .sorted(Comparator.comparing(item -> item.post().feedKey()))
                .toList();
    }

    private static boolean admits(FeedItem item, String reader) {
        return !(item.audience() instanceof Audience.Users users)
                || users.users().contains(user(reader));
    }

    private static boolean isIn(@Nullable KeyRange gap, FeedItem item) {
        return gap != null && gap.contains(item.post().feedKey().value());
    }

    private @Nullable KeyRange gap(String reader) {
        Active visited = visited(fakes.readers().view(user(reader)).active());
        return visited == null ? null : visited.gap(clock.instant(), RETENTION);
    }

    private @Nullable Active visited(@Nullable Active before) {
        return dormancy.fresh().visited(before, clock.instant(), RETENTION);
    }

    /** Makes a page that counts as seen. */
    void look(String reader) {
        Active before = readers.view(user(reader)).active();
        Active visited = visited(before);
        if (visited != null && !visited.equals(before)) {
            readers.seen(user(reader), before, visited);
        }
    }

    /** Returns the feeds of the reader and of all followed authors. */
    private Stream<FeedItem> authors(String reader) {
        Stream<FeedItem> own = posts(user(reader)).map(item -> item.via(Via.SELF));
        Stream<FeedItem> followed = fakes.follows().followingAfter(user(reader), null, 100).stream()
                .flatMap(this::posts)
                .filter(item -> admits(item, reader))
                .map(item -> item.via(Via.FOLLOW));
        return Stream.concat(own, followed);
    }

    private Stream<FeedItem> posts(UserId author) {
        return fakes.feeds().page(FeedName.author(author), PageRequest.first(100)).items().stream();
    }

    private boolean reads(String reader, OnReadAuthor author) {
        return !author.author().equals(user(reader))
                && (author.everyone() || fakes.follows().follows(new Follow(user(reader), author.author())));
    }

    private Stream<FeedItem> feed(OnReadAuthor author) {
        return posts(author.author())
                .filter(item -> author.isReadFromAuthor(item.post().tick()))
                .map(item -> item.via(author.everyone() ? Via.ANNOUNCEMENT : Via.FOLLOW));
    }

    /** Returns how often a page has read an author's feed. */
    int merged() {
        return merged;
    }

    /** Returns how many pages a reader's gap was on. */
    int gaps() {
        return gaps;
    }
}
