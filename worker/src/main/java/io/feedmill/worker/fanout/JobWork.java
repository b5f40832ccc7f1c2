package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.relay.WorkType;
import io.feedmill.worker.relay.WorkType.ResendPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The fan-out jobs. A stalled one is planned again. */
@Component
public record JobWork(
        JobStore jobs,
        OutboxStore outbox,
        JobCloser closer,
        FanoutMetrics metrics,
        RelaySettings settings,
        SuspendSafeClock clocks)
        implements WorkType {
    /** How long the close of one job may hold up a sweep: the next one continues an erasure. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    @Override
    public boolean bringsPosts() {
        return true;
    }

    @Override
    public String kind() {
        return Job.KIND;
    }

    @Override
    public Collection<ResendPolicy> stages() {
        return Stream.of(JobState.values())
                .filter(state -> state != JobState.COMPLETE)
                .map(this::policy)
                .toList();
    }

    public ResendPolicy policy(JobState state) {
        String name = state.name().toLowerCase(Locale.ROOT);
        return switch (state) {
            case ACCEPTED -> new ResendPolicy(name, settings.accepted(), Queue.PUBLISH);
            case PLANNING -> new ResendPolicy(name, settings.stalled(), Queue.PUBLISH, Queue.DELIVER);
            case DELIVERING -> new ResendPolicy(name, settings.stalled(), Queue.DELIVER);
            case COMPLETE -> throw new IllegalArgumentException("A complete job waits for nothing");
        };
    }

    @Override
    public Plan message(OpenWork work) {
        JobId job = JobId.parse(work.id());
        if (!Job.work(work.shard(), job, work.author()).equals(work)) {
            throw new IllegalArgumentException("The tick is not the job's");
        }
        return Plan.of(job, work.author());
    }

    /** Closes a job without pending slices, and removes the outbox row of one that is complete. */
    @Override
    public WorkState state(OpenWork work) {
        metrics.jobsRead.increment();
        return jobs.find(JobId.parse(work.id())).map(job -> state(work, job)).orElseGet(WorkState.Absent::new);
    }

    private WorkState state(OpenWork work, Job job) {
        if (job.state() == JobState.COMPLETE) {
            outbox.remove(work);
            return new WorkState.Ended();
        }
        if (job.drained()) {
            closer.close(job, Deadline.in(CLOSING, clocks));
            return new WorkState.Ended();
        }
        return new WorkState.Open(policy(job.state()), job.progressAt());
    }
}
