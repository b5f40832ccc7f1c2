package io.feedmill.worker.follow;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.HomePost;
import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.fanout.DormantReaders;
import io.feedmill.worker.fanout.ReconcileLoop;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Brings one author's posts in a home feed in line with the source of truth: the follow row and the author feed. */
@Component
public record FollowReconciler(
        FeedStore feeds,
        FollowStore follows,
        DormantReaders dormant,
        FeedRows homes,
        UpkeepMetrics metrics,
        Clock clock) {
    /** The number of posts that are looked at for them: an author may have many that are not for this follower. */
    static final int LOOKED_AT = 500;

    /** The number of rows of a home feed that are read at once. */
    static final int PAGE = 500;

    /**
     * Puts the newest posts that the follower may read, and deletes those in between. Does nothing without a follow: its unfollow deletes. Users read
     * their own posts, and need no follow. Returns false if not all is written in time.
     */
    public boolean reconcile(Follow follow, WriteOptions options) {
        return new Pair(follow, List.of(), true, options).reconcile();
    }

    /**
     * Deletes the posts of these authors who are not followed from the home feed, by its pages after the position of the unfollow. Who follows one
     * again has them as the truth says, and gets the newest as by {@link #reconcile}: an earlier handler may have deleted one and ended before it put
     * it back. Only a last look has to see each row and all of these authors: no handler writes any more what it read before.
     */
    Walk walk(Reconcile unfollow, Set<UserId> authors, WriteOptions options) {
        UserId reader = unfollow.pair().follower();
        Consistency consistency = unfollow.isLastLook() ? Consistency.STRONG : Consistency.EVENTUAL;
        @Nullable FeedKey after = unfollow.reached();
        @Nullable FeedKey reached = after;
        boolean bringsNewest = after == null || unfollow.isLastLook();
        List<Pair> newest = authors.stream()
                .map(author -> new Pair(new Follow(reader, author), List.of(), bringsNewest, options))
                .toList();
        try {
            boolean hasMore = newest.stream().allMatch(Pair::reconcile);
            while (hasMore) {
                Page<HomePost, FeedKey> page = feeds.homePage(reader, authors, reached, PAGE, consistency);
                List<List<HomePost>> windows = page.items().stream()
                        .filter(post -> newest.stream().noneMatch(pair -> pair.acted.contains(post.post())))
                        .gather(Gatherers.windowFixed(Dynamo.MAX_KEYS))
                        .toList();
                for (List<HomePost> found : windows) {
                    if (!reconcile(reader, found, options)) {
                        return new Walk(reached, false);
                    }
                    reached = found.getLast().post().feedKey();
                }
                reached = page.next();
                if (reached == null) {
                    return new Walk(null, true);
                }
                hasMore = options.allowAnotherCall();
            }
        } catch (StorageException e) {
            if (e.isPermanent() || Objects.equals(reached, after)) {
                throw e;
            }
        }
        return new Walk(reached, false);
    }

    private boolean reconcile(UserId reader, List<HomePost> found, WriteOptions options) {
        Map<UserId, List<PostId>> posts = found.stream()
                .collect(Collectors.groupingBy(
                        HomePost::author, Collectors.mapping(HomePost::post, Collectors.toList())));
        return posts.entrySet().stream()
                .allMatch(by -> new Pair(new Follow(reader, by.getKey()), by.getValue(), false, options).reconcile());
    }

    /** How far a walk through a home feed came: it continues after this key; null: at the beginning, or complete. */
    record Walk(@Nullable FeedKey reached, boolean complete) {}

    private final class Pair {
        private final Follow follow;
        private final boolean bringsNewest;
        private final WriteOptions options;
        private final Set<PostId> acted;
        private final Instant now = clock.instant();
        private int reads;

        /** With the posts that were found in the home feed, and the newest posts, too, if a follow gets them. */
        Pair(Follow follow, List<PostId> found, boolean bringsNewest, WriteOptions options) {
            this.follow = follow;
            this.bringsNewest = bringsNewest;
            this.options = options;
            this.acted = new LinkedHashSet<>(found);
        }

        boolean reconcile() {
            return (acted.isEmpty() && !bringsNewest)
                    || ReconcileLoop.run(this::read, this::write, options).isPresent();
        }

        /** Returns the truth about the posts that this acted on, at least: newer ones come by their plans, which see the follow. */
        private Set<AuthorPost> read() {
            Set<AuthorPost> truth = new LinkedHashSet<>();
            if (!isOwn(follow) && !follows.follows(follow)) {
                acted.forEach(post -> truth.add(new AuthorPost(post, new Truth.Gone())));
                return truth;
            }
            truth.addAll(bringsNewest ? newest() : List.of());
            Set<PostId> others = new LinkedHashSet<>(acted);
            truth.forEach(post -> others.remove(post.post()));
            truth.forEach(post -> acted.add(post.post()));
            if (!others.isEmpty()) {
                truth.addAll(feeds.posts(follow.author(), others));
            }
            return truth;
        }

        /** The first read is at half the price and may miss the latest writes. No loop ends before the second one; from then on its posts are read by key. */
        private List<AuthorPost> newest() {
            return switch (reads++) {
                case 0 -> newest(Consistency.EVENTUAL);
                case 1 -> newest(Consistency.STRONG);
                default -> List.of();
            };
        }

        /** Returns the newest posts that the follower may read, and those in between; but none on read, which count among the newest. */
        private List<AuthorPost> newest(Consistency consistency) {
            List<AuthorPost> posts = new ArrayList<>();
            int lookedAt = 0;
            int readable = 0;
            @Nullable FeedKey after = null;
            while (lookedAt < LOOKED_AT && readable < FollowStore.NEWEST) {
                List<AuthorPost> page = feeds.posts(follow.author(), after, FollowStore.NEWEST, consistency);
                for (AuthorPost post : page) {
                    if (readable == FollowStore.NEWEST || homes.isPastRetention(post.post(), now)) {
                        return posts;
                    }
                    if (isOwn(follow) || !isOnRead(post.truth())) {
                        posts.add(post);
                    }
                    readable += mayRead(follow, post.truth()) ? 1 : 0;
                }
                if (page.size() < FollowStore.NEWEST) {
                    return posts;
                }
                lookedAt += page.size();
                after = page.getLast().post().feedKey();
            }
            return posts;
        }

        /** Puts no post with which slices pass over the reader: its retraction would not delete it. */
        private BatchResult write(Set<AuthorPost> truth, WriteOptions options) {
            LongPredicate passedOver = isOwn(follow) ? tick -> false : dormant.passedOver(follow.follower());
            List<HomeWrite> writes = truth.stream()
                    .filter(post -> !reads(follow, post.truth())
                            || !passedOver.test(post.post().tick()))
                    .map(post -> homeWrite(follow, post))
                    .toList();
            metrics.written(writes);
            return feeds.writeHome(follow.follower(), writes, options);
        }
    }

    private static HomeWrite homeWrite(Follow follow, AuthorPost post) {
        return post.truth() instanceof Truth.Live live && reads(follow, live)
                ? new HomeWrite.Put(live.item().via(isOwn(follow) ? Via.SELF : Via.FOLLOW))
                : new HomeWrite.Delete(post.post());
    }

    private static boolean reads(Follow follow, Truth truth) {
        return truth instanceof Truth.Live live && live.item().reaches(follow.follower());
    }

    private static boolean mayRead(Follow follow, Truth truth) {
        return truth instanceof Truth.Live live
                && (isOwn(follow) || live.item().audience().admits(follow.follower()));
    }

    private static boolean isOnRead(Truth truth) {
        return truth instanceof Truth.Live live && live.item().mode() == Mode.ON_READ;
    }

    private static boolean isOwn(Follow follow) {
        return follow.follower().equals(follow.author());
    }
}
