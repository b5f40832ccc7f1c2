package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Writes home feeds by {@link ReconcileLoop}s. The source of truth is the author feed row of the post and the follow row of the reader. */
@Component
public record HomeFeedWriter(FeedStore feeds, FollowStore follows, ReaderStore readers, DormantReaders dormant) {
    /** The part of a deadline that is left after the writes, to read again and to settle who stopped following. */
    private static final Duration SETTLING = Duration.ofSeconds(10);

    /** Recipients of four batches at most are put off by a later attempt though all of them are refused: it is requeued with a longer delay. */
    private static final int FEW = 4 * BatchWriter.BATCH;

    /** How writes for these recipients (empty: a range) end that the store refuses. A reader who gets more than one partition takes must not stop the others. */
    static OnRefusal refusals(int attempt, List<UserId> recipients) {
        return attempt > 0 && !recipients.isEmpty() && recipients.size() <= FEW
                ? OnRefusal.PUT_OFF_ALL
                : OnRefusal.PUT_OFF;
    }

    /** Delivers in the order of recipients until the time runs out, past those who were away for long. Fails only if nothing is written. */
    Outcome deliver(Recipients all, WriteOptions options) {
        if (all.users().isEmpty()) {
            return Outcome.settled(0, Skipped.NONE);
        }
        Recipients to = all.passingOver(dormant.of(all.post(), all.users()));
        Truth truth = feeds.truth(to.author(), to.post());
        try {
            return deliver(to, truth, options);
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            return Outcome.remaining(to.users(), RequeueReason.of(e));
        }
    }

    /** As {@link #deliver}, to those who follow. The rows of the others are deleted first: a user who no longer follows never sees the post. */
    Outcome deliverToFollowers(Recipients to, WriteOptions options) {
        List<UserId> leavers = to.leavers(follows);
        return withoutRows(to, leavers, options).plus(deliver(to.without(leavers), options));
    }

    /** As {@link #deliver}, to those who still follow. The rows of the others are left to their unfollows: a late delete could hit a new follow. */
    Outcome deliverToPresent(Recipients to, WriteOptions options) {
        List<UserId> leavers = to.leavers(follows);
        return Outcome.settled(0, notFollowing(to, leavers)).plus(deliver(to.without(leavers), options));
    }

    /** Writes the truth, reads it again, and repeats until it is unchanged: then settles the recipients whose rows are written. */
    private Outcome deliver(Recipients to, Truth first, WriteOptions options) {
        Truth truth = first;
        while (true) {
            List<UserId> users = written(to, truth);
            BatchResult result = write(truth, to.post(), users, Via.FOLLOW, options.reserving(SETTLING));
            List<UserId> rest = users.subList(result.written(), users.size());
            RequeueReason reason = result.refused() ? RequeueReason.THROTTLED : RequeueReason.OUT_OF_TIME;
            if (result.late()) {
                writeLate(to.with(rest.subList(0, Math.min(rest.size(), BatchWriter.BATCH))), options);
                return Outcome.remaining(to.users(), reason);
            }
            Truth now = feeds.truth(to.author(), to.post());
            if (now.equals(truth)) {
                Stream<UserId> putOff = result.putOff().stream().map(users::get);
                Outcome unwritten = Outcome.remaining(
                        Stream.concat(putOff, rest.stream()).toList(), rest.isEmpty() ? null : reason);
                return settle(to.without(unwritten.remaining()), truth, options).plus(unwritten);
            }
            truth = now;
        }
    }

    /** Returns the recipients whose rows are written: others of a range have none unless a permission changed. */
    private static List<UserId> written(Recipients to, Truth truth) {
        return to.range() && truth instanceof Truth.Live live && live.change() == null
                ? to.awake().stream().filter(live.item()::reaches).toList()
                : to.awake();
    }

    /** The answer to the writes of these rows came after the deadline. Others may have changed them meanwhile: writes what is true now. */
    private void writeLate(Recipients to, WriteOptions late) {
        ReconcileLoop.runLate(
                () -> new LeaversAndTruth(
                        Recipients.scattered(to.post(), to.author(), to.users()).leavers(follows),
                        feeds.truth(to.author(), to.post())),
                (now, options) -> {
                    List<UserId> followers = to.without(now.leavers()).users();
                    BatchResult put = write(now.truth(), to.post(), followers, Via.FOLLOW, options);
                    return put.complete() ? feeds.deleteHome(to.post(), now.leavers(), options) : put;
                },
                late);
    }

    private record LeaversAndTruth(List<UserId> leavers, Truth truth) {}

    /** Counts the recipients, whose rows agree with the truth. Of those who do not follow any more the rows are deleted. */
    private Outcome settle(Recipients to, Truth truth, WriteOptions options) {
        return switch (truth) {
            case Truth.Gone gone -> {
                int awake = to.awake().size();
                yield Outcome.settled(0, skipped(Reason.GONE, awake, to.users().size() - awake));
            }
            case Truth.Live live -> {
                List<UserId> leavers = to.leavers(follows);
                List<UserId> now = to.without(leavers).users();
                List<UserId> reached = now.stream().filter(live.item()::reaches).toList();
                int delivered = to.with(reached).awake().size();
                Skipped others = skipped(Reason.NOT_PERMITTED, now.size() - reached.size(), reached.size() - delivered);
                yield Outcome.settled(delivered, others).plus(withoutRows(to, leavers, options));
            }
        };
    }

    private static Skipped skipped(Reason why, int number, int dormant) {
        return Skipped.by(why, number).plus(Skipped.by(Reason.DORMANT, dormant));
    }

    private Outcome withoutRows(Recipients to, List<UserId> leavers, WriteOptions options) {
        List<UserId> settled = leavers.stream()
                .filter(user -> settle(new Follow(user, to.author()), to.post(), options.with(OnRefusal.PUT_OFF_ALL)))
                .toList();
        return new Outcome(
                0, notFollowing(to, settled), to.with(leavers).without(settled).users(), null);
    }

    /** Counts who stopped following, and reads which of them by a block. */
    private Skipped notFollowing(Recipients to, List<UserId> leavers) {
        int blocked =
                leavers.isEmpty() ? 0 : readers.blocked(to.follows(leavers)).size();
        return Skipped.by(Reason.NOT_FOLLOWING, leavers.size() - blocked).plus(Skipped.by(Reason.BLOCKED, blocked));
    }

    private record FollowAndTruth(boolean follows, Truth truth) {}

    /** Returns false if the time ran out or the store failed for now. */
    private boolean settle(Follow follow, PostId post, WriteOptions options) {
        List<UserId> user = List.of(follow.follower());
        Supplier<FollowAndTruth> read =
                () -> new FollowAndTruth(follows.follows(follow), feeds.truth(follow.author(), post));
        BiFunction<FollowAndTruth, WriteOptions, BatchResult> write =
                (now, last) -> write(now.follows() ? now.truth() : new Truth.Gone(), post, user, Via.FOLLOW, last);
        try {
            return options.allowAnotherCall()
                    && ReconcileLoop.run(read, write, options).isPresent();
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            return false;
        }
    }

    Outcome deliverToAuthor(PostId post, UserId author, WriteOptions options) {
        return ReconcileLoop.run(
                        () -> feeds.truth(author, post),
                        (truth, last) -> write(truth, post, List.of(author), Via.SELF, last),
                        options)
                .map(truth -> Outcome.settled(truth instanceof Truth.Live ? 1 : 0, Skipped.NONE))
                .orElseGet(() -> Outcome.remaining(List.of(author), RequeueReason.OUT_OF_TIME));
    }

    private BatchResult write(Truth truth, PostId post, List<UserId> users, Via via, WriteOptions options) {
        return switch (truth) {
            case Truth.Live live -> feeds.putHome(live.item().via(via), users, options);
            case Truth.Gone gone -> feeds.deleteHome(post, users, options);
        };
    }
}
