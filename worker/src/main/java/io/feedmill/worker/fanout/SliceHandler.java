package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.Receipt;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Delivers a slice and removes it from the job's pending slices. */
@Component
public record SliceHandler(
        HomeFeedWriter writer,
        FollowStore follows,
        JobLookup jobs,
        JobCloser closer,
        FanoutMetrics metrics,
        HandlerLife life)
        implements MessageHandler<Deliver> {
    private static final int MIN_PAGE = 100;

    @Override
    public void requeued(Deliver next, RequeueReason reason, Duration delay) {
        if (delay.isPositive()) {
            closer.requeued(next, reason, delay);
        }
    }

    @Override
    public Handled handle(Deliver slice, Receipt receipt, Deadline deadline) {
        Span.current().setAttribute("slice", slice.slice().number());
        Job job = jobs.of(slice);
        if (isDone(slice, job, receipt) || (slice.history().isRecheck() && jobs.isUnchangedSince(job))) {
            metrics.slicesRepeated.increment();
            return new Handled.Done();
        }
        return new Run(job, slice, deadline).handle(receipt.age(slice).compareTo(life.max()) > 0);
    }

    /**
     * Whether nothing is left to do. A slice that is not pending is delivered again if an earlier handler may have died or requeued in the midst
     * of it, or if the post has changed: the home feeds may have an old version, or miss a row.
     */
    private boolean isDone(Deliver slice, Job job, Receipt receipt) {
        return !job.pending().contains(slice.slice().number())
                && !receipt.isRepeated(slice)
                && job.publishes()
                && jobs.isUnchangedSince(job);
    }

    /** Delivers to the recipients that the message names, then to its range by pages, of which each is settled before the next. Not thread-safe. */
    private final class Run {
        private final Recipients named;
        private final Deliver slice;
        private final Deadline deadline;
        private final WriteOptions options;
        private Outcome outcome;
        private @Nullable UserId after;
        private boolean ended;

        /** The number of recipients that are left though there was time. */
        private int putOff;

        Run(Job job, Deliver slice, Deadline deadline) {
            Remaining rest = slice.rest();
            List<UserId> users = rest.recipients();
            List<UserId> all = rest.after() == null ? users : List.of();
            this.slice = slice;
            this.deadline = deadline;
            named = Recipients.ofRange(job.post(), job.author(), users);
            options = WriteOptions.bulk(deadline).with(HomeFeedWriter.refusals(slice.attempt(), all));
            outcome = new Outcome(rest.delivered(), rest.skipped(), users, null);
            after = rest.after();
            ended = !all.isEmpty() || slice.slice().last().equals(after);
        }

        /** Delivers until all are settled or the time runs out. Recipients are old that were read longer ago than a handler lives. */
        Handled handle(boolean old) {
            RequeueReason reason;
            try {
                deliver(old);
                if (ended && outcome.remaining().isEmpty()) {
                    closer.finish(slice, rest(), deadline);
                    return new Handled.Done();
                }
                reason = Objects.requireNonNullElse(
                        outcome.reason(), putOff > 0 ? RequeueReason.THROTTLED : RequeueReason.OUT_OF_TIME);
            } catch (StorageException e) {
                if (e.isPermanent() || rest().equals(slice.rest())) {
                    throw e;
                }
                reason = RequeueReason.of(e);
            }
            metrics.putOff.increment(putOff);
            return new Handled.Requeue(slice.next(rest()), reason);
        }

        private void deliver(boolean old) {
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

        /** Returns so many followers that they fit into a message with those who are left. */
        private List<UserId> nextPage() {
            Slice range = slice.slice();
            List<UserId> page = follows.followersBetween(
                    named.author(), range.first(), range.last(), after, Math.max(MIN_PAGE, range.size()));
            ended = page.isEmpty();
            List<UserId> remaining = outcome.remaining();
            int fitting = Deliver.fitting(
                    Stream.concat(remaining.stream(), page.stream()).toList());
            return page.subList(0, Math.max(0, fitting - remaining.size()));
        }

        private Remaining rest() {
            UserId last = outcome.remaining().isEmpty() ? slice.slice().last() : null;
            return outcome.rest(ended ? last : after);
        }
    }
}
