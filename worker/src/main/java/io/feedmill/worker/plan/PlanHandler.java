package io.feedmill.worker.plan;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.ImpossibleStateException;
import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageJob;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Plans a job from its current state to the end of its planning. Several plans of one job may run at the same time. */
@Component
public final class PlanHandler {
    private final JobStore jobs;
    private final SlicePlanner slices;
    private final InlineDelivery inline;
    private final HomeFeedWriter writer;
    private final JobCloser closer;

    public PlanHandler(
            JobStore jobs, SlicePlanner slices, InlineDelivery inline, HomeFeedWriter writer, JobCloser closer) {
        this.jobs = jobs;
        this.slices = slices;
        this.inline = inline;
        this.writer = writer;
        this.closer = closer;
    }

    public Handled handle(Plan plan, Receipt receipt, Deadline deadline) {
        while (true) {
            switch (plan(plan, receipt, deadline)) {
                case Planned.Finished finished -> {
                    return new Handled.Done();
                }
                case Planned.Later later -> {
                    return new Handled.Continue(later.repeated() ? plan.goOn(null) : plan.goOn(), later.delay());
                }
                case Planned.Unfinished unfinished -> {
                    return new Handled.Requeue(unfinished.next());
                }
                case Planned.Overtaken overtaken -> {
                    // read the job again
                }
            }
        }
    }

    private Planned plan(Plan plan, Receipt receipt, Deadline deadline) {
        Job job = MessageJob.of(plan, jobs);
        if (plan.sending().isRecheck() && writer.isUnchangedSince(job)) {
            return new Planned.Finished();
        }
        if (!job.publishes() && job.state() == JobState.ACCEPTED && !receipt.isRepeated(plan)) {
            Optional<JobId> later = writer.laterChange(job);
            if (later.isPresent()) {
                return supersede(job, later.get());
            }
        }
        if (job.drained()) {
            closer.close(job, deadline);
        } else if (job.state() != JobState.COMPLETE
                && !plan.goesOn()
                && slices.resend(job, job.pending(), deadline) < job.pending().size()) {
            return new Planned.Unfinished(plan.next());
        }
        Planned planned = job.state().plans() ? slices.plan(job, deadline) : new Planned.Finished();
        return switch (planned) {
            case Planned.Finished finished ->
                isOutdated(plan, receipt, job) ? writeAgain(plan, MessageJob.of(plan, jobs), deadline) : planned;
            case Planned.Later later -> new Planned.Later(later.delay(), isOutdated(plan, receipt, job));
            case Planned.Unfinished unfinished -> planned;
            case Planned.Overtaken overtaken -> planned;
        };
    }

    /** Whether an earlier handler may have written what is no longer true. */
    private boolean isOutdated(Plan plan, Receipt receipt, Job job) {
        return receipt.isRepeated(plan) && !writer.isUnchangedSince(job);
    }

    /**
     * Closes a job that no handler has begun: a redelivered plan, and a slice of it, may have handlers that wrote what only their own message
     * mends.
     */
    private Planned supersede(Job job, JobId later) {
        boolean complete = closer.supersede(job, later).job().state() == JobState.COMPLETE;
        return complete ? new Planned.Finished() : new Planned.Overtaken();
    }

    /**
     * Writes all recipients again after the end of a plan: an earlier handler of it may have delivered inline what is no
     * longer true, and died before it read again. Another plan may have closed the job meanwhile, with slices or without.
     */
    private Planned writeAgain(Plan plan, Job job, Deadline deadline) {
        String after = plan.after();
        if (job.state() == JobState.COMPLETE && job.planned() == 0) {
            return inline.redeliver(job, plan, deadline);
        }
        int first = after == null ? 1 : slice(after) + 1;
        List<Integer> left = IntStream.rangeClosed(first, job.planned()).boxed().toList();
        int sent = slices.resend(job, left, deadline);
        return sent == left.size()
                ? new Planned.Finished()
                : new Planned.Unfinished(plan.goOn(sent == 0 ? after : String.valueOf(first - 1 + sent)));
    }

    private static int slice(String after) {
        if (!after.matches("[1-9][0-9]{0,8}")) {
            throw new ImpossibleStateException("after is not the number of a slice");
        }
        return Integer.parseInt(after);
    }

    /** The result of planning. */
    public sealed interface Planned {

        /** Nothing is left to plan for this worker. */
        record Finished() implements Planned {}

        /** Another worker changed the job: read it again. */
        record Overtaken() implements Planned {}

        /**
         * The time ran out before all pending slices were sent, or all recipients written again: continue in the next attempt.
         *
         * @param next the next attempt
         */
        record Unfinished(QueueMessage next) implements Planned {}

        /**
         * The time ran out, or too many slices are pending: continue in a new message.
         *
         * @param repeated whether all recipients are to be written again at the end
         */
        record Later(Duration delay, boolean repeated) implements Planned {}
    }
}
