package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Mode;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.Receipt;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Plans a job from its current state to the end of its planning. Several plans of one job may run at the same time. */
@Component
public record PlanHandler(JobLookup jobs, SlicePlanner slices, JobCloser closer, List<PlanStep> steps)
        implements MessageHandler<Plan> {

    /** What a feature does before a job is planned, closed or superseded, at least once. A failure repeats the plan. A bean. Thread-safe. */
    @FunctionalInterface
    public interface PlanStep {
        void begun(Job job);
    }

    @Override
    public Handled handle(Plan plan, Receipt receipt, Deadline deadline) {
        Optional<Handled> result = Optional.empty();
        while (result.isEmpty()) {
            result = plan(plan, receipt, deadline);
        }
        return result.get();
    }

    /** Returns empty if another worker has changed the job: read it again. */
    private Optional<Handled> plan(Plan plan, Receipt receipt, Deadline deadline) {
        Job job = jobs.of(plan);
        if (plan.history().isRecheck() && jobs.isUnchangedSince(job)) {
            return Optional.of(new Handled.Done());
        }
        if (job.state() == JobState.ACCEPTED) {
            steps.forEach(step -> step.begun(job));
        }
        if (job.mode() == Mode.ON_READ) {
            return Optional.of(closeWithoutRecipients(job, deadline));
        }
        if (!job.publishes() && job.state() == JobState.ACCEPTED && !receipt.isRepeated(plan)) {
            Optional<JobId> later = jobs.laterChange(job);
            if (later.isPresent()) {
                return supersede(job, later.get());
            }
        }
        if (job.drained()) {
            closer.close(job, deadline);
        } else if (job.state() != JobState.COMPLETE && !plan.isContinuation()) {
            Optional<Handled> unfinished = slices.resendPending(job, plan, deadline);
            if (unfinished.isPresent()) {
                return unfinished;
            }
        }
        return job.state().plans()
                ? slices.plan(job, plan, deadline).map(planned -> after(planned, plan, receipt, job, deadline))
                : Optional.of(after(new Handled.Done(), plan, receipt, job, deadline));
    }

    private Handled closeWithoutRecipients(Job job, Deadline deadline) {
        if (job.state() == JobState.ACCEPTED) {
            closer.closeInlineDelivery(job, 0, Skipped.NONE, deadline);
        }
        return new Handled.Done();
    }

    /** After a part of the plan, and at its end, for a plan whose earlier handler may have written what is no longer true. */
    private Handled after(Handled planned, Plan plan, Receipt receipt, Job job, Deadline deadline) {
        if (!receipt.isRepeated(plan) || jobs.isUnchangedSince(job)) {
            return planned;
        }
        return planned instanceof Handled.Continue later
                ? new Handled.Continue(plan.repeated(), later.delay())
                : writeAgain(plan, jobs.of(plan), deadline);
    }

    /** Closes a job that no handler has begun: a redelivered plan or slice may have one that wrote what only its own message mends. */
    private Optional<Handled> supersede(Job job, JobId later) {
        boolean complete = closer.supersede(job, later).job().state() == JobState.COMPLETE;
        return complete ? Optional.of(new Handled.Done()) : Optional.empty();
    }

    /**
     * Writes all recipients again after the end of a plan: an earlier handler of it may have delivered inline what is no
     * longer true, and died before it read again. Another plan may have closed the job meanwhile, with slices or without.
     */
    private Handled writeAgain(Plan plan, Job job, Deadline deadline) {
        String after = plan.after();
        if (job.state() == JobState.COMPLETE && job.planned() == 0) {
            return slices.redeliver(job, plan, deadline);
        }
        int first = after == null ? 1 : slice(after) + 1;
        List<Integer> unfinished =
                IntStream.rangeClosed(first, job.planned()).boxed().toList();
        int sent = slices.resend(job, unfinished, deadline);
        return sent == unfinished.size()
                ? new Handled.Done()
                : new Handled.Requeue(plan.continued(
                        sent == 0 ? after : String.valueOf(first - 1 + sent),
                        plan.history().next(sent, unfinished.size())));
    }

    private static int slice(String after) {
        if (!after.matches("[1-9][0-9]{0,8}")) {
            throw new DeadLetterException(DeadLetterReason.IMPOSSIBLE_STATE, "after is not the number of a slice");
        }
        return Integer.parseInt(after);
    }
}
