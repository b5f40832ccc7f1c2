package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Rest;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of a slice by one handler, and how far it came: first the recipients that the message names, then those of its range by pages, each of
 * which is settled before the next is read. Not thread-safe.
 */
final class SliceRun {
    private static final int MIN_PAGE = 100;

    private final Job job;
    private final Deliver slice;
    private final FollowStore follows;
    private final WriteOptions options;
    private Outcome outcome;
    private @Nullable UserId after;
    private boolean ended;
    private int putOff;

    SliceRun(Job job, Deliver slice, FollowStore follows, WriteOptions options) {
        this.job = job;
        this.slice = slice;
        this.follows = follows;
        this.options = options;
        Rest rest = slice.rest();
        outcome = new Outcome(rest.delivered(), rest.skipped(), rest.recipients(), null);
        after = rest.after();
        ended = (after == null && !rest.recipients().isEmpty())
                || slice.slice().last().equals(after);
    }

    /**
     * Delivers until all are settled or the time runs out.
     *
     * @param old whether the recipients were read longer ago than a handler lives
     */
    void run(HomeFeedWriter writer, boolean old) {
        Recipients named = Recipients.ofRange(job.post(), job.author(), outcome.remaining());
        Outcome settled = Outcome.settled(outcome.delivered(), outcome.skipped());
        add(settled, old ? writer.deliverToPresent(named, options) : writer.deliver(named, options));
        while (outcome.reason() == null && !ended && options.allowAnotherCall()) {
            List<UserId> page = nextPage();
            if (page.isEmpty()) {
                return;
            }
            add(outcome, writer.deliver(named.with(page), options));
            after = page.getLast();
            ended = after.equals(slice.slice().last());
        }
    }

    private void add(Outcome before, Outcome delivery) {
        outcome = before.plus(delivery);
        putOff += delivery.reason() == null ? delivery.remaining().size() : 0;
    }

    /** Returns the number of recipients that are left though there was time. */
    int putOff() {
        return putOff;
    }

    /** Why it is not settled. */
    RequeueReason reason() {
        RequeueReason unstopped = putOff > 0 ? RequeueReason.THROTTLED : RequeueReason.OUT_OF_TIME;
        return Objects.requireNonNullElse(outcome.reason(), unstopped);
    }

    /** Returns so many followers that they fit into a message with those who are left. */
    private List<UserId> nextPage() {
        int limit = Math.max(MIN_PAGE, slice.slice().size());
        List<UserId> page = follows.followersBetween(
                job.author(), slice.slice().first(), slice.slice().last(), after, limit);
        ended = page.isEmpty();
        List<UserId> left = outcome.remaining();
        int fitting =
                Deliver.fitting(Stream.concat(left.stream(), page.stream()).toList());
        return page.subList(0, Math.max(0, fitting - left.size()));
    }

    boolean isSettled() {
        return ended && outcome.remaining().isEmpty();
    }

    /** What the next attempt has to do. */
    Rest rest() {
        UserId last = outcome.remaining().isEmpty() ? slice.slice().last() : null;
        return outcome.rest(ended ? last : after);
    }
}
