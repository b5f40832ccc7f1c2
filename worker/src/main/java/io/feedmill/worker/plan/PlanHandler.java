package io.feedmill.worker.plan;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageJob;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Plans a job from its current state to the end of its planning. Several plans of one job may run at the same time. */
@Component
public final class PlanHandler {
    private final JobStore jobs;
    private final SlicePlanner slices;
    private final InlineDelivery inline;
    private final JobCloser closer;

    public PlanHandler(JobStore jobs, SlicePlanner slices, InlineDelivery inline, JobCloser closer) {
        this.jobs = jobs;
        this.slices = slices;
        this.inline = inline;
        this.closer = closer;
    }

    public Handled handle(Plan plan, Deadline deadline) {
        while (true) {
            switch (plan(plan, deadline)) {
                case Planned.Finished finished -> {
                    return new Handled.Done();
                }
                case Planned.Later later -> {
                    return new Handled.Continue(plan.goOn(), later.delay());
                }
                case Planned.Overtaken overtaken -> {
                    // read the job again
                }
            }
        }
    }

    private Planned plan(Plan plan, Deadline deadline) {
        Job job = MessageJob.of(plan, jobs);
        return switch (job.state()) {
            case COMPLETE -> inline.redeliver(job, deadline);
            case DELIVERING -> delivering(plan, job, deadline);
            case ACCEPTED, PLANNING -> {
                resend(plan, job, deadline);
                yield slices.plan(job, deadline);
            }
        };
    }

    private Planned delivering(Plan plan, Job job, Deadline deadline) {
        if (job.drained()) {
            closer.close(job);
        } else {
            resend(plan, job, deadline);
        }
        return new Planned.Finished();
    }

    private void resend(Plan plan, Job job, Deadline deadline) {
        if (!plan.goesOn()) {
            slices.resendPending(job, deadline);
        }
    }

    /** The result of planning. */
    public sealed interface Planned {

        /** Nothing is left to plan for this worker. */
        record Finished() implements Planned {}

        /** Another worker changed the job: read it again. */
        record Overtaken() implements Planned {}

        /** The time ran out, or too many slices are pending: continue in a new message. */
        record Later(Duration delay) implements Planned {}
    }
}
