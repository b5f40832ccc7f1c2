package io.feedmill.api.onread;

import io.feedmill.api.access.TruthCopy;
import io.feedmill.api.feed.PageSources;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The feeds of the authors on read whom a reader follows, and of those whose posts are for everyone. */
@Component
public record OnReadFeeds(
        OnReadAuthors authors,
        FollowStore follows,
        TruthCopy truths,
        FeedStore feeds,
        FeedSettings settings,
        Clock clock)
        implements PageSources {
    /** Follows that a Query reads: a unit for 60 to 100 of them. */
    private static final int FOLLOWS = 1_000;

    /** A list up to this length is asked about by author, a unit each. */
    private static final int FEW = 10;

    /** The same of a reader of more than {@link #FOLLOWS}, for the authors beyond: one call asks about as many. */
    private static final int MANY = 100;

    @Override
    public boolean isEmpty() {
        return authors.isEmpty();
    }

    @Override
    public List<PageSource> of(UserId reader) {
        List<OnReadAuthor> read = authors.readBy(listed -> followed(reader, listed)).stream()
                .filter(entry -> !entry.author().equals(reader))
                .toList();
        Map<UserId, FeedPage> newest =
                truths.newest(read.stream().map(OnReadAuthor::author).toList());
        return read.stream()
                .<PageSource>map(
                        entry -> new AuthorFeed(this, entry, Objects.requireNonNull(newest.get(entry.author()))))
                .toList();
    }

    /** Reads follows in their order until few listed authors are left, and then asks about these. */
    private List<UserId> followed(UserId reader, NavigableSet<UserId> listed) {
        List<UserId> followed = new ArrayList<>();
        NavigableSet<UserId> left = listed;
        while (left.size() > (followed.isEmpty() ? FEW : MANY)) {
            List<UserId> part = follows.followingAfter(reader, followed.isEmpty() ? null : followed.getLast(), FOLLOWS);
            followed.addAll(part);
            if (part.size() < FOLLOWS) {
                return followed;
            }
            left = listed.tailSet(part.getLast(), false);
        }
        if (!left.isEmpty()) {
            followed.addAll(follows.followed(reader, left));
        }
        return followed;
    }

    /**
     * The feed of one author.
     *
     * @param newest its newest rows
     */
    private record AuthorFeed(OnReadFeeds all, OnReadAuthor entry, FeedPage newest) implements PageSource {
        @Override
        public UserId author() {
            return entry.author();
        }

        @Override
        public boolean has(FeedItem row) {
            return row.author().equals(entry.author()) && entry.reads(row.mode());
        }

        @Override
        public @Nullable FeedPage known(PageRequest request) {
            FeedKey after = request.after();
            FeedKey last = newest.next();
            boolean continues = after != null && last != null && after.compareTo(last) >= 0;
            return request.range() != null || continues ? null : shown(newest.after(after));
        }

        @Override
        public FeedPage read(PageRequest request) {
            return shown(all.feeds.page(FeedName.author(entry.author()), request));
        }

        /** The posts that pages have from here. It ends with the first one beyond the retention. */
        private FeedPage shown(FeedPage page) {
            FeedRows homes = new FeedRows(all.settings.retention());
            Instant now = all.clock.instant();
            List<FeedItem> kept = page.items().stream()
                    .filter(item -> !homes.isPastRetention(item.post(), now))
                    .toList();
            boolean ended = kept.size() < page.items().size();
            return new FeedPage(
                    kept.stream()
                            .filter(this::has)
                            .map(item -> item.via(entry.everyone() ? Via.ANNOUNCEMENT : Via.FOLLOW))
                            .toList(),
                    ended ? null : page.next(),
                    ended ? now.minus(homes.retention()) : null);
        }
    }
}
