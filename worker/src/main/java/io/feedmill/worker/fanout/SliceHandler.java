package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.Receipt;
import io.opentelemetry.api.trace.Span;
import java.util.List;
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

    @Override
    public void requeued(Deliver next, RequeueReason reason, boolean stopping) {
        if (!stopping) {
            closer.requeued(next, reason);
        }
    }

    @Override
    public Handled handle(Deliver slice, Receipt receipt, Deadline deadline) {
        Span.current().setAttribute("slice", slice.slice().number());
        Job job = jobs.of(slice);
        if (isDone(slice, job, receipt) || (slice.sending().isRecheck() && jobs.isUnchangedSince(job))) {
            metrics.slicesRepeated.increment();
            return new Handled.Done();
        }
        RequeueReason reason;
        SliceRun run = new SliceRun(job, slice, follows, options(slice, deadline));
        try {
            run.run(writer, receipt.age(slice).compareTo(life.max()) > 0);
            if (run.isSettled()) {
                closer.finish(slice, run.rest(), deadline);
                return new Handled.Done();
            }
            reason = run.reason();
        } catch (StorageException e) {
            if (e.isPermanent() || run.rest().equals(slice.rest())) {
                throw e;
            }
            reason = RequeueReason.of(e);
        }
        metrics.putOff.increment(run.putOff());
        return new Handled.Requeue(slice.next(run.rest()), reason);
    }

    private static WriteOptions options(Deliver slice, Deadline deadline) {
        List<UserId> all = slice.rest().after() == null ? slice.rest().recipients() : List.of();
        return WriteOptions.bulk(deadline).with(HomeFeedWriter.refusals(slice.attempt(), all));
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
}
