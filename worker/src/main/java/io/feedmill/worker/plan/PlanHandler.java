package io.feedmill.worker.plan;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.message.Handled;
import io.feedmill.worker.message.MessageJob;
import org.springframework.stereotype.Component;

/** Takes a job from wherever it stands to the end of its planning. Any number of plans of one job may run at once. */
@Component
public final class PlanHandler {
    private final JobStore jobs;
    private final SlicePlanner slices;
    private final InlineDelivery onTheSpot;
    private final JobCloser closer;

    public PlanHandler(JobStore jobs, SlicePlanner slices, InlineDelivery onTheSpot, JobCloser closer) {
        this.jobs = jobs;
        this.slices = slices;
        this.onTheSpot = onTheSpot;
        this.closer = closer;
    }

    public Handled handle(Plan plan, Deadline deadline) {
        while (true) {
            switch (plan(plan, deadline)) {
                case Planned.Finished finished -> {
                    return new Handled.Done();
                }
                case Planned.Later later -> {
                    return new Handled.GoOn(plan.goOn(), later.delay());
                }
                case Planned.Overtaken overtaken -> {
                    // the next round reads the job as it stands now
                }
            }
        }
    }

    private Planned plan(Plan plan, Deadline deadline) {
        Job job = MessageJob.of(plan, jobs);
        return switch (job.state()) {
            case COMPLETE -> onTheSpot.again(job, deadline);
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
}
