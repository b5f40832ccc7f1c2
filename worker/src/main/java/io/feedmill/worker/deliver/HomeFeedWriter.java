package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.BatchResult;
import io.feedmill.common.dynamo.StorageException;
import io.feedmill.common.dynamo.WriteTerms;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.feed.Via;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.QueueMessage.Progress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes home feeds say what the author's feed and the follows say: reads these, writes, reads again, and repeats until nothing changed in
 * between. So whoever else writes at the same time, the last one to write has read the truth.
 */
@Component
public final class HomeFeedWriter {
    static final Progress NOTHING = new Progress(0, 0);

    private final FeedStore feeds;
    private final FollowStore follows;

    public HomeFeedWriter(FeedStore feeds, FollowStore follows) {
        this.feeds = feeds;
        this.follows = follows;
    }

    /** Delivers to all recipients; {@code progress} is where an earlier attempt stopped, null where there was none. */
    public Delivery deliver(Recipients to, @Nullable Progress progress, WriteTerms terms) {
        if (to.users().isEmpty()) {
            return new Delivery.Done(0, NOTHING);
        }
        Progress before = progress == null ? NOTHING : progress;
        Truth truth = feeds.truth(to.author(), to.post());
        while (truth instanceof Truth.Live live) {
            FeedItem item = live.item();
            int written = goesOn(before, item) ? before.written() : 0;
            BatchResult result = write(item, to, written, terms);
            Progress reached = reached(item, written + result.written());
            if (!result.complete()) {
                return new Delivery.Unfinished(reached);
            }
            try {
                Truth now = feeds.truth(to.author(), to.post());
                if (now.equals(truth)) {
                    return settleLeavers(to, item, reached, terms);
                }
                truth = now;
            } catch (StorageException e) {
                return unfinished(e, reached);
            }
        }
        BatchResult deleted = feeds.deleteHome(to.post(), to.users(), terms);
        return deleted.complete() ? new Delivery.Done(0, NOTHING) : new Delivery.Unfinished(NOTHING);
    }

    /** Gives the post to the recipients behind the first {@code written}; one for a list of users to those of them, and takes it from the others. */
    private BatchResult write(FeedItem item, Recipients to, int written, WriteTerms terms) {
        if (!(item.audience() instanceof Audience.Users)) {
            return feeds.putHome(item.via(Via.FOLLOW), to.from(written), terms);
        }
        Map<Boolean, List<String>> users =
                to.users().stream().collect(Collectors.partitioningBy(item.audience()::admits));
        BatchResult put = feeds.putHome(item.via(Via.FOLLOW), users.getOrDefault(true, List.of()), terms);
        return put.complete() ? feeds.deleteHome(item.post(), users.getOrDefault(false, List.of()), terms) : put;
    }

    /** Not where the audience is limited: an earlier attempt may have written for everyone. */
    private static boolean goesOn(Progress before, FeedItem item) {
        return before.revision() == item.revision() && item.audience().isEveryone();
    }

    private static Progress reached(FeedItem item, int written) {
        return item.audience().isEveryone() ? new Progress(written, item.revision()) : NOTHING;
    }

    /** What is written stays written when a read behind it fails for now: the next attempt begins with the truth. */
    private static Delivery unfinished(StorageException e, Progress reached) {
        if (e.isPermanent()) {
            throw e;
        }
        return new Delivery.Unfinished(reached);
    }

    /** Makes the author's own home feed say what the author's feed says. */
    public Delivery deliverToAuthor(PostId post, String author, WriteTerms terms) {
        return level(post, author, List.of(author), Via.SELF, terms);
    }

    /** Makes these home feeds say what the author's feed says, whomever their owners follow. */
    public Delivery announce(PostId post, String author, List<String> users, WriteTerms terms) {
        return users.isEmpty() ? new Delivery.Done(0, NOTHING) : level(post, author, users, Via.ANNOUNCEMENT, terms);
    }

    private Delivery level(PostId post, String author, List<String> users, Via via, WriteTerms terms) {
        Truth truth = feeds.truth(author, post);
        while (write(truth, post, users, via, terms).complete()) {
            Truth now = feeds.truth(author, post);
            if (now.equals(truth)) {
                return new Delivery.Done(truth instanceof Truth.Live ? users.size() : 0, NOTHING);
            }
            truth = now;
        }
        return new Delivery.Unfinished(NOTHING);
    }

    private BatchResult write(Truth truth, PostId post, List<String> users, Via via, WriteTerms terms) {
        return switch (truth) {
            case Truth.Live live -> feeds.putHome(live.item().via(via), users, terms);
            case Truth.Gone gone -> feeds.deleteHome(post, users, terms);
        };
    }

    /** Who stopped following before the write must not keep what it wrote. */
    private Delivery settleLeavers(Recipients to, FeedItem item, Progress reached, WriteTerms terms) {
        Set<String> followers = to.followers(follows);
        List<String> leavers =
                to.users().stream().filter(user -> !followers.contains(user)).toList();
        for (String user : leavers) {
            if (!settle(new Follow(user, to.author()), item, terms)) {
                return new Delivery.Unfinished(reached);
            }
        }
        long delivered = to.users().stream()
                .filter(followers::contains)
                .filter(item.audience()::admits)
                .count();
        return new Delivery.Done(Math.toIntExact(delivered), reached);
    }

    /** Puts or deletes one row until neither the follow nor the post changes meanwhile; false where the time ran out. */
    private boolean settle(Follow follow, FeedItem item, WriteTerms terms) {
        Pair pair = read(follow, item);
        while (write(pair, follow, item, terms).complete()) {
            Pair now = read(follow, item);
            if (now.equals(pair)) {
                return true;
            }
            pair = now;
        }
        return false;
    }

    private Pair read(Follow follow, FeedItem item) {
        return new Pair(follows.follows(follow), feeds.truth(follow.author(), item.post()));
    }

    private BatchResult write(Pair pair, Follow follow, FeedItem item, WriteTerms terms) {
        List<String> user = List.of(follow.follower());
        return pair.follows()
                        && pair.truth() instanceof Truth.Live live
                        && live.item().audience().admits(follow.follower())
                ? feeds.putHome(live.item().via(Via.FOLLOW), user, terms)
                : feeds.deleteHome(item.post(), user, terms);
    }

    private record Pair(boolean follows, Truth truth) {}
}
