package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Rest;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import java.util.ArrayList;
import java.util.List;
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
    private List<UserId> left;
    private @Nullable UserId after;
    private boolean ended;
    private long delivered;
    private Skipped skipped;
    private int putOff;
    private @Nullable RequeueReason stop;

    SliceRun(Job job, Deliver slice, FollowStore follows, WriteOptions options) {
        this.job = job;
        this.slice = slice;
        this.follows = follows;
        this.options = options;
        Rest rest = slice.rest();
        left = rest.recipients();
        after = rest.after();
        ended = (after == null && !left.isEmpty()) || slice.slice().last().equals(after);
        delivered = rest.delivered();
        skipped = rest.skipped();
    }

    /**
     * Delivers until all are settled or the time runs out.
     *
     * @param old whether the recipients were read longer ago than a handler lives
     */
    void run(HomeFeedWriter writer, boolean old) {
        Recipients named = Recipients.ofRange(job.post(), job.author(), left);
        Delivery first = old ? writer.deliverToPresent(named, options) : writer.deliver(named, options);
        left = first.left();
        add(first);
        boolean goesOn = first.stop() == null;
        while (goesOn && !ended && options.allowAnotherCall()) {
            List<UserId> page = nextPage();
            if (page.isEmpty()) {
                return;
            }
            Delivery delivery = writer.deliver(named.with(page), options);
            List<UserId> both = new ArrayList<>(left);
            both.addAll(delivery.left());
            left = both;
            add(delivery);
            after = page.getLast();
            ended = after.equals(slice.slice().last());
            goesOn = delivery.stop() == null;
        }
    }

    private void add(Delivery delivery) {
        delivered += delivery.delivered();
        skipped = skipped.plus(delivery.skipped());
        stop = delivery.stop();
        putOff += stop != null ? 0 : delivery.left().size();
    }

    /** Returns the number of recipients that are left though there was time. */
    int putOff() {
        return putOff;
    }

    /** Why it is not settled. */
    RequeueReason reason() {
        if (stop != null) {
            return stop;
        }
        return putOff > 0 ? RequeueReason.THROTTLED : RequeueReason.OUT_OF_TIME;
    }

    /** Returns so many followers that they fit into a message with those who are left. */
    private List<UserId> nextPage() {
        int limit = Math.max(MIN_PAGE, slice.slice().size());
        List<UserId> page = follows.followersBetween(
                job.author(), slice.slice().first(), slice.slice().last(), after, limit);
        ended = page.isEmpty();
        List<UserId> both = new ArrayList<>(left);
        both.addAll(page);
        return page.subList(0, Math.max(0, Deliver.fitting(both) - left.size()));
    }

    boolean isSettled() {
        return ended && left.isEmpty();
    }

    /** What the next attempt has to do. */
    Rest rest() {
        return new Rest(left, endOrAfter(), delivered, skipped);
    }

    private @Nullable UserId endOrAfter() {
        if (!ended) {
            return after;
        }
        return left.isEmpty() ? slice.slice().last() : null;
    }
}
