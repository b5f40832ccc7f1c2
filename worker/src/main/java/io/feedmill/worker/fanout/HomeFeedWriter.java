package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.Refusals;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Writes home feeds by {@link ReconcileLoop}s. The source of truth is the author feed row of the post and the follow row of the reader. */
@Component
public record HomeFeedWriter(FeedStore feeds, FollowStore follows, ReaderStore readers, DormantReaders dormant) {
    /** The part of a deadline that is left after the writes, to read again and to settle who stopped following. */
    private static final Duration SETTLING = Duration.ofSeconds(10);

    /** Recipients of four batches at most are put off by a later attempt though all of them are refused: it is requeued with a longer delay. */
    private static final int FEW = 4 * BatchWriter.BATCH;

    /** How writes for these recipients (empty: a range) end that the store refuses. A reader who gets more than one partition takes must not stop the others. */
    static Refusals refusals(int attempt, List<UserId> recipients) {
        return attempt > 0 && !recipients.isEmpty() && recipients.size() <= FEW
                ? Refusals.PUT_OFF_ALL
                : Refusals.PUT_OFF;
    }

    /**
     * Delivers to the recipients, in their order, until the time runs out. Passes over those who were away for long. Throws a failure only if nothing is
     * written.
     */
    public Delivery deliver(Recipients all, WriteOptions options) {
        if (all.users().isEmpty()) {
            return new Delivery(0, Skipped.NONE, List.of(), null);
        }
        Recipients to = all.passingOver(dormant.of(all.post(), all.users()));
        Truth truth = feeds.truth(to.author(), to.post());
        try {
            return settle(to, write(to, truth, options.reserving(SETTLING)), options);
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            return new Delivery(0, Skipped.NONE, to.users(), RequeueReason.of(e));
        }
    }

    /** As {@link #deliver}, to those who follow: users who do not get nothing, not even for a moment. Their rows are deleted first. */
    Delivery deliverToFollowers(Recipients to, WriteOptions options) {
        return deliverTo(withoutLeavers(to, options), to, options);
    }

    /** As {@link #deliver}, to those who still follow. The rows of the others are left to their unfollows: a late delete could hit a new follow. */
    Delivery deliverToPresent(Recipients to, WriteOptions options) {
        List<UserId> leavers = to.leavers(follows);
        Followers now = new Followers(Recipients.without(to.users(), leavers), left(to, leavers), List.of());
        return deliverTo(now, to, options);
    }

    private Delivery deliverTo(Followers now, Recipients to, WriteOptions options) {
        Delivery delivery = deliver(to.with(now.users()), options);
        return new Delivery(
                delivery.delivered(),
                delivery.skipped().plus(now.left()),
                both(delivery.left(), now.unsettled()),
                delivery.stop());
    }

    private static List<UserId> both(List<UserId> some, List<UserId> others) {
        return Stream.concat(some.stream(), others.stream()).sorted().toList();
    }

    /** Whether the post is still as the job found it. Strongly consistent. */
    public boolean isUnchangedSince(Job job) {
        Truth truth = feeds.truth(job.author(), job.post());
        return job.publishes() ? truth.isUnchanged() : job.id().equals(truth.change());
    }

    /** Returns the change after that of this job, if there was one. Its job goes to all recipients after this one. Strongly consistent. */
    public Optional<JobId> laterChange(Job job) {
        return Optional.ofNullable(feeds.truth(job.author(), job.post()).change())
                .filter(change -> !change.equals(job.id()));
    }

    /**
     * The rows that a handler wrote.
     *
     * @param truth what they agree with: it did not change during the writes
     * @param left recipients whose rows may not be written
     */
    private record Written(
            Truth truth, List<UserId> left, @Nullable RequeueReason stop) {}

    /** Writes the truth, reads it again, and repeats until it is unchanged. */
    private Written write(Recipients to, Truth first, WriteOptions options) {
        Truth truth = first;
        while (true) {
            List<UserId> users = written(to, truth);
            BatchResult result = write(truth, to.post(), users, options);
            if (result.late()) {
                List<UserId> rest = users.subList(result.written(), users.size());
                writeLate(to.with(rest.subList(0, Math.min(rest.size(), BatchWriter.BATCH))));
                return new Written(truth, to.users(), reason(result));
            }
            Truth now = feeds.truth(to.author(), to.post());
            if (now.equals(truth)) {
                List<UserId> left =
                        new ArrayList<>(result.putOff().stream().map(users::get).toList());
                left.addAll(users.subList(result.written(), users.size()));
                return new Written(truth, left, result.written() < users.size() ? reason(result) : null);
            }
            truth = now;
        }
    }

    private static RequeueReason reason(BatchResult result) {
        return result.refused() ? RequeueReason.THROTTLED : RequeueReason.OUT_OF_TIME;
    }

    /** Returns the recipients whose rows are written: others of a range have none unless a permission changed. */
    private static List<UserId> written(Recipients to, Truth truth) {
        return to.range() && truth instanceof Truth.Live live && live.change() == null
                ? to.awake().stream().filter(live.item()::reaches).toList()
                : to.awake();
    }

    private BatchResult write(Truth truth, PostId post, List<UserId> users, WriteOptions options) {
        return write(truth, post, users, Via.FOLLOW, options);
    }

    /** The answer to the writes of these rows came after the deadline. Others may have changed them meanwhile: writes what is true now. */
    private void writeLate(Recipients to) {
        ReconcileLoop.runLate(
                () -> new LeaversAndTruth(
                        Recipients.scattered(to.post(), to.author(), to.users()).leavers(follows),
                        feeds.truth(to.author(), to.post())),
                (now, options) -> {
                    BatchResult put =
                            write(now.truth(), to.post(), Recipients.without(to.users(), now.leavers()), options);
                    return put.complete() ? feeds.deleteHome(to.post(), now.leavers(), options) : put;
                });
    }

    private record LeaversAndTruth(List<UserId> leavers, Truth truth) {}

    private Delivery settle(Recipients to, Written written, WriteOptions options) {
        List<UserId> done = Recipients.without(to.users(), written.left());
        return switch (written.truth()) {
            case Truth.Gone gone ->
                new Delivery(0, skipped(to.with(done), Reason.GONE), written.left(), written.stop());
            case Truth.Live live -> {
                Followers now = withoutLeavers(to.with(done), options);
                List<UserId> reached =
                        now.users().stream().filter(live.item()::reaches).toList();
                long delivered = to.with(reached).awake().size();
                Skipped others = Skipped.by(Reason.DORMANT, reached.size() - delivered)
                        .plus(Skipped.by(Reason.NOT_PERMITTED, now.users().size() - reached.size()));
                yield new Delivery(
                        delivered, others.plus(now.left()), both(written.left(), now.unsettled()), written.stop());
            }
        };
    }

    /**
     * Recipients by whether they follow.
     *
     * @param left the number of those who stopped following
     * @param unsettled those who stopped following and may still have rows
     */
    private record Followers(List<UserId> users, Skipped left, List<UserId> unsettled) {}

    /** Deletes the rows of recipients who do not follow any more; reads for which of them that is a block. */
    private Followers withoutLeavers(Recipients to, WriteOptions options) {
        List<UserId> leavers = to.leavers(follows);
        if (leavers.isEmpty()) {
            return new Followers(to.users(), Skipped.NONE, leavers);
        }
        List<UserId> settled = leavers.stream()
                .filter(user -> settle(new Follow(user, to.author()), to.post(), options.with(Refusals.PUT_OFF_ALL)))
                .toList();
        return new Followers(
                Recipients.without(to.users(), leavers), left(to, settled), Recipients.without(leavers, settled));
    }

    private Skipped left(Recipients to, List<UserId> leavers) {
        int blocked = readers.blocked(to.follows(leavers)).size();
        return Skipped.notFollowing(leavers.size() - blocked).plus(Skipped.by(Reason.BLOCKED, blocked));
    }

    /** Counts the recipients who are awake for this reason. */
    private static Skipped skipped(Recipients to, Reason why) {
        int awake = to.awake().size();
        return Skipped.by(why, awake).plus(Skipped.by(Reason.DORMANT, to.users().size() - awake));
    }

    private record FollowAndTruth(boolean follows, Truth truth) {}

    /** Returns false if the time ran out or the store failed for now. */
    private boolean settle(Follow follow, PostId post, WriteOptions options) {
        List<UserId> user = List.of(follow.follower());
        try {
            return options.allowAnotherCall()
                    && ReconcileLoop.run(
                                    () -> new FollowAndTruth(
                                            follows.follows(follow), feeds.truth(follow.author(), post)),
                                    (now, last) ->
                                            write(now.follows() ? now.truth() : new Truth.Gone(), post, user, last),
                                    options)
                            .isPresent();
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            return false;
        }
    }

    /** Delivers to the author's own home feed. Returns the number of rows, empty if it did not finish. */
    public OptionalInt deliverToAuthor(PostId post, UserId author, WriteOptions options) {
        return ReconcileLoop.run(
                        () -> feeds.truth(author, post),
                        (truth, last) -> write(truth, post, List.of(author), Via.SELF, last),
                        options)
                .map(truth -> OptionalInt.of(truth instanceof Truth.Live ? 1 : 0))
                .orElseGet(OptionalInt::empty);
    }

    private BatchResult write(Truth truth, PostId post, List<UserId> users, Via via, WriteOptions options) {
        return switch (truth) {
            case Truth.Live live -> feeds.putHome(live.item().via(via), users, options);
            case Truth.Gone gone -> feeds.deleteHome(post, users, options);
        };
    }
}
