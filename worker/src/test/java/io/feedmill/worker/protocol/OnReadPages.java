package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Mode;
import io.feedmill.testkit.FakeStores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An API whose pages merge the feeds of authors on read, by its copy of their list: the rules of the API's {@code OnReadAuthors} and {@code OnReadFeeds}. */
final class OnReadPages {
    private static final Duration MAX_AGE = Duration.ofSeconds(30);

    private final FakeStores fakes;
    private final Clock clock;
    private final Duration refresh;
    private Instant readAt;
    private Map<UserId, Entry> copy = Map.of();
    private int merged;

    private record Entry(OnReadAuthor author, Instant since) {}

    /** @param refresh the age at which the copy is read again, at most 30 s */
    OnReadPages(FakeStores fakes, Clock clock, Duration refresh) {
        this.fakes = fakes;
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
        Stream<FeedItem> rows = fakes.home(user(reader)).stream().filter(item -> {
            Entry source = sources.get(item.author());
            return source == null
                    || !source.author().isReadFromAuthor(item.post().tick());
        });
        Stream<FeedItem> read = sources.values().stream()
                .flatMap(source -> feed(source.author()))
                .filter(item -> !(item.audience() instanceof Audience.Users users)
                        || users.users().contains(user(reader)));
        return Stream.concat(rows, read)
                .sorted(Comparator.comparing(item -> item.post().feedKey()))
                .toList();
    }

    private boolean reads(String reader, OnReadAuthor author) {
        return !author.author().equals(user(reader))
                && (author.everyone() || fakes.follows().follows(new Follow(user(reader), author.author())));
    }

    private Stream<FeedItem> feed(OnReadAuthor author) {
        return fakes.feeds().page(FeedName.author(author.author()), PageRequest.first(100)).items().stream()
                .filter(item -> author.isReadFromAuthor(item.post().tick()))
                .map(item -> item.via(author.everyone() ? Via.ANNOUNCEMENT : Via.FOLLOW));
    }

    /** Returns how often a page has read an author's feed. */
    int merged() {
        return merged;
    }
}
