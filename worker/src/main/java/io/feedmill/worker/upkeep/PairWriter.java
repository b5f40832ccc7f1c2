package io.feedmill.worker.upkeep;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.worker.deliver.ReconcileLoop;
import io.feedmill.worker.metrics.UpkeepMetrics;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Brings one author's posts in a home feed in line with the source of truth: the follow row and the author feed. */
@Component
public final class PairWriter {
    /** The number of posts that a new follower gets. */
    static final int NEWEST = FollowStore.NEWEST;

    /** Posts of an ended follow are read and deleted by pages, because an author may have many. */
    private static final int PAGE = 500;

    private final FeedStore feeds;
    private final FollowStore follows;
    private final FeedSettings settings;
    private final UpkeepMetrics metrics;
    private final Clock clock;

    public PairWriter(FeedStore feeds, FollowStore follows, FeedSettings settings, UpkeepMetrics metrics, Clock clock) {
        this.feeds = feeds;
        this.follows = follows;
        this.settings = settings;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Puts the newest posts that the follower may read, or deletes all posts of an author who is not followed. Users read their own posts, and need
     * no follow. Returns false if not all is written in time.
     */
    public boolean reconcile(Follow follow, WriteOptions terms) {
        return reconcile(new Pair(follow, false, terms));
    }

    /** As {@link #reconcile}, after an unfollow: who follows again may have older posts, which changed while the plans passed over this user. */
    public boolean reconcileAfterUnfollow(Follow follow, WriteOptions terms) {
        return reconcile(new Pair(follow, true, terms));
    }

    private static boolean reconcile(Pair pair) {
        return ReconcileLoop.run(pair::read, pair::write).isPresent();
    }

    /**
     * The source of truth about a pair.
     *
     * @param posts those that are written to the home feed or deleted from it; empty without a follow: then all posts within retention are deleted
     */
    private record PairTruth(boolean follows, List<AuthorPost> posts) {}

    /** The reads and writes of one reconciliation. */
    private final class Pair {
        private final Follow follow;
        private final boolean unfollowed;
        private final WriteOptions terms;
        private final Instant oldest;
        private @Nullable KeyRange newest;

        Pair(Follow follow, boolean unfollowed, WriteOptions terms) {
            this.follow = follow;
            this.unfollowed = unfollowed;
            this.terms = terms;
            this.oldest = clock.instant().minus(settings.retention());
        }

        /** Reads the same posts each time: newer ones come by their plans, which see the follow. */
        PairTruth read() {
            if (!isOwn(follow) && !follows.follows(follow)) {
                newest = null;
                return new PairTruth(false, List.of());
            }
            KeyRange range = newest;
            List<AuthorPost> posts = range == null ? newest() : feeds.posts(follow.author(), range);
            if (posts.isEmpty()) {
                return new PairTruth(true, posts);
            }
            FeedKey last = posts.getLast().post().feedKey();
            newest = new KeyRange(posts.getFirst().post().feedKey().value(), last.value());
            return new PairTruth(
                    true,
                    unfollowed
                            ? Stream.concat(posts.stream(), olderChanged(last).stream())
                                    .toList()
                            : posts);
        }

        /** Returns the newest posts that the follower may read, and those in between. */
        private List<AuthorPost> newest() {
            List<AuthorPost> posts = new ArrayList<>();
            int readable = 0;
            @Nullable FeedKey after = null;
            while (true) {
                List<AuthorPost> page = feeds.posts(follow.author(), after, NEWEST);
                for (AuthorPost post : page) {
                    if (isOutlived(post) || readable == NEWEST) {
                        return posts;
                    }
                    posts.add(post);
                    readable += reads(follow, post.truth()) ? 1 : 0;
                }
                if (page.size() < NEWEST) {
                    return posts;
                }
                after = page.getLast().post().feedKey();
            }
        }

        /** Returns the older posts within retention that are no more as they were published. */
        private List<AuthorPost> olderChanged(FeedKey newer) {
            List<AuthorPost> changed = new ArrayList<>();
            @Nullable FeedKey after = newer;
            while (after != null) {
                List<AuthorPost> page = feeds.posts(follow.author(), after, PAGE);
                List<AuthorPost> within =
                        page.stream().filter(post -> !isOutlived(post)).toList();
                within.stream().filter(post -> !post.truth().isFirst()).forEach(changed::add);
                after = within.size() < PAGE ? null : within.getLast().post().feedKey();
            }
            return changed;
        }

        boolean write(PairTruth truth) {
            if (!truth.follows()) {
                return clear();
            }
            return send(
                    truth.posts().stream().map(post -> homeWrite(follow, post)).toList());
        }

        /** Deletes every post within retention. */
        private boolean clear() {
            @Nullable FeedKey after = null;
            while (true) {
                List<AuthorPost> page = feeds.posts(follow.author(), after, PAGE);
                List<HomeWrite> deletes = page.stream()
                        .filter(post -> !isOutlived(post))
                        .<HomeWrite>map(post -> new HomeWrite.Delete(post.post()))
                        .toList();
                if (!send(deletes)) {
                    return false;
                }
                if (deletes.size() < PAGE) {
                    return true;
                }
                after = page.getLast().post().feedKey();
            }
        }

        private boolean send(List<HomeWrite> writes) {
            metrics.written(writes);
            return feeds.writeHome(follow.follower(), writes, terms).complete();
        }

        private boolean isOutlived(AuthorPost post) {
            return !post.post().createdAt().isAfter(oldest);
        }
    }

    private static HomeWrite homeWrite(Follow follow, AuthorPost post) {
        return post.truth() instanceof Truth.Live live && reads(follow, live)
                ? new HomeWrite.Put(live.item().via(isOwn(follow) ? Via.SELF : Via.FOLLOW))
                : new HomeWrite.Delete(post.post());
    }

    private static boolean reads(Follow follow, Truth truth) {
        return truth instanceof Truth.Live live
                && (isOwn(follow) || live.item().audience().admits(follow.follower()));
    }

    private static boolean isOwn(Follow follow) {
        return follow.follower().equals(follow.author());
    }
}
