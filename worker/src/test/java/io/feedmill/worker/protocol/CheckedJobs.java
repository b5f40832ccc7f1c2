package io.feedmill.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.RequeueReason;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks invariants after every change of a job. */
record CheckedJobs(JobStore store, Consumer<Job> complete) implements JobStore {

    @Override
    public Optional<Job> find(JobId job) {
        return store.find(job);
    }

    @Override
    public JobScan scanOpen(Segment segment, @Nullable RowKey after, int limit) {
        return store.scanOpen(segment, after, limit);
    }

    @Override
    public Slice putSlice(JobId job, Slice slice) {
        return store.putSlice(job, slice);
    }

    @Override
    public Slice slice(JobId job, int number) {
        return store.slice(job, number);
    }

    @Override
    public JobUpdate advance(JobId job, Slice slice) {
        return checked(store.advance(job, slice));
    }

    @Override
    public JobUpdate endPlanning(JobId job, int planned) {
        return checked(store.endPlanning(job, planned));
    }

    @Override
    public JobUpdate finish(JobId job, int slice, int delivered, Skipped skipped) {
        return checked(store.finish(job, slice, delivered, skipped));
    }

    @Override
    public boolean touch(JobId job) {
        return store.touch(job);
    }

    @Override
    public void requeued(JobId job, int slice, int attempt, RequeueReason reason) {
        store.requeued(job, slice, attempt, reason);
    }

    @Override
    public List<PendingSlice> pendingSlices(Job job, int limit) {
        return store.pendingSlices(job, limit);
    }

    @Override
    public JobUpdate close(Job job) {
        return checked(store.close(job));
    }

    @Override
    public JobUpdate closeInlineDelivery(Job job, int delivered, Skipped skipped) {
        return checked(store.closeInlineDelivery(job, delivered, skipped));
    }

    @Override
    public JobPage jobs(PostId post, @Nullable JobId after, int limit) {
        return store.jobs(post, after, limit);
    }

    @Override
    public JobUpdate supersede(Job job, JobId by) {
        return store.supersede(job, by);
    }

    private JobUpdate checked(JobUpdate change) {
        Job job = change.job();
        Counts counts = job.counts();
        assertThat(counts.delivered()).isNotNegative();
        assertThat(counts.skipped()).isNotNegative();
        assertThat(job.skippedBy().total()).isEqualTo(counts.skipped());
        assertThat(counts.delivered() + counts.skipped()).isLessThanOrEqualTo(counts.expected());
        if (job.drained() || job.state() == JobState.COMPLETE) {
            assertThat(counts.delivered() + counts.skipped()).isEqualTo(counts.expected());
        }
        if (job.state() == JobState.COMPLETE) {
            complete.accept(job);
        }
        return change;
    }
}
