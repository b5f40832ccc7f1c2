package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.BatchResult;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.feed.Via;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.storage.StorageException;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
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
    public Delivery deliver(Recipients to, @Nullable Progress progress, WriteOptions terms) {
        if (to.users().isEmpty()) {
            return new Delivery.Done(0, NOTHING);
        }
        Progress before = progress == null ? NOTHING : progress;
        Truth truth = feeds.truth(to.author(), to.post());
        while (truth instanceof Truth.Live live) {
            FeedItem item = live.item();
            int written = goesOn(before, live) ? before.written() : 0;
            BatchResult result = write(live, to, written, terms);
            Progress reached = new Progress(written + result.written(), item.revision(), live.change());
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

    /**
     * Writes behind the first {@code written}: gives the post to those whom it admits, and then takes it from the others. Where nobody changed who
     * may read it, nobody else can have it.
     */
    private BatchResult write(Truth.Live live, Recipients to, int written, WriteOptions terms) {
        FeedItem item = live.item();
        List<UserId> admitted = admitted(item, to.users());
        BatchResult put = feeds.putHome(item.via(Via.FOLLOW), behind(admitted, written), terms);
        if (!put.complete()
                || live.change() == null
                || admitted.size() == to.users().size()) {
            return put;
        }
        List<UserId> others = to.users().stream()
                .filter(user -> !item.audience().admits(user))
                .toList();
        BatchResult taken = feeds.deleteHome(item.post(), behind(others, written - admitted.size()), terms);
        return new BatchResult(put.written() + taken.written(), taken.complete());
    }

    private static List<UserId> admitted(FeedItem item, List<UserId> users) {
        return users.stream().filter(item.audience()::admits).toList();
    }

    private static List<UserId> behind(List<UserId> users, int written) {
        return users.subList(Math.clamp(written, 0, users.size()), users.size());
    }

    /** Only for the same readers is the order of writes the same. */
    private static boolean goesOn(Progress before, Truth.Live live) {
        return before.revision() == live.item().revision() && Objects.equals(before.change(), live.change());
    }

    /** What is written stays written when a read behind it fails for now: the next attempt begins with the truth. */
    private static Delivery unfinished(StorageException e, Progress reached) {
        if (e.isPermanent()) {
            throw e;
        }
        return new Delivery.Unfinished(reached);
    }

    /** Makes the author's own home feed say what the author's feed says. */
    public Delivery deliverToAuthor(PostId post, UserId author, WriteOptions terms) {
        return level(post, author, List.of(author), item -> item.via(Via.SELF), terms);
    }

    /** Makes these home feeds say what the author's feed says, whomever their owners follow. */
    public Delivery announce(PostId post, UserId author, List<UserId> users, WriteOptions terms) {
        return users.isEmpty()
                ? new Delivery.Done(0, NOTHING)
                : level(post, author, users, HomeFeedWriter::announced, terms);
    }

    /** No job reaches its row when the post changes: so who reads it asks the author's feed, by the mark of posts that not everyone may read. */
    private static FeedItem announced(FeedItem item) {
        return item.via(Via.ANNOUNCEMENT).with(new Audience.Limited());
    }

    private Delivery level(
            PostId post, UserId author, List<UserId> users, UnaryOperator<FeedItem> row, WriteOptions terms) {
        Truth truth = feeds.truth(author, post);
        while (write(truth, post, users, row, terms).complete()) {
            Truth now = feeds.truth(author, post);
            if (now.equals(truth)) {
                return new Delivery.Done(truth instanceof Truth.Live ? users.size() : 0, NOTHING);
            }
            truth = now;
        }
        return new Delivery.Unfinished(NOTHING);
    }

    private BatchResult write(
            Truth truth, PostId post, List<UserId> users, UnaryOperator<FeedItem> row, WriteOptions terms) {
        return switch (truth) {
            case Truth.Live live -> feeds.putHome(row.apply(live.item()), users, terms);
            case Truth.Gone gone -> feeds.deleteHome(post, users, terms);
        };
    }

    /** Who stopped following before the write must not keep what it wrote. */
    private Delivery settleLeavers(Recipients to, FeedItem item, Progress reached, WriteOptions terms) {
        List<UserId> leavers = to.leavers(follows);
        for (UserId user : leavers) {
            if (!settle(new Follow(user, to.author()), item, terms)) {
                return new Delivery.Unfinished(reached);
            }
        }
        return new Delivery.Done(
                admitted(item, to.users()).size() - admitted(item, leavers).size(), reached);
    }

    /** Puts or deletes one row until neither the follow nor the post changes meanwhile; false where the time ran out. */
    private boolean settle(Follow follow, FeedItem item, WriteOptions terms) {
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

    private BatchResult write(Pair pair, Follow follow, FeedItem item, WriteOptions terms) {
        List<UserId> user = List.of(follow.follower());
        return pair.follows()
                        && pair.truth() instanceof Truth.Live live
                        && live.item().audience().admits(follow.follower())
                ? feeds.putHome(live.item().via(Via.FOLLOW), user, terms)
                : feeds.deleteHome(item.post(), user, terms);
    }

    private record Pair(boolean follows, Truth truth) {}
}
