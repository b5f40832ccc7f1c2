package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.testkit.memory.Faults;
import io.feedmill.testkit.memory.StoreCall;
import io.feedmill.testkit.steps.Steps;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Steps that check invariants of a job after every write of its progress. */
record CheckedJobs(Steps steps, JobStore jobs, Consumer<Job> complete) implements Faults {
    private static final Set<String> PROGRESS =
            Set.of("advance", "endPlanning", "finish", "close", "closeInlineDelivery");

    @Override
    public Fault before(Call call) {
        return steps.before(call);
    }

    @Override
    public void after(Call call, @Nullable RuntimeException failure) {
        List<Item> written = call.operation().isRead()
                ? List.of()
                : call.items().stream().filter(CheckedJobs::isJob).toList();
        if (!written.isEmpty() && isProgress()) {
            written.stream()
                    .flatMap(item -> jobs.find(JobId.parse(item.partition())).stream())
                    .forEach(this::check);
        }
        steps.after(call, failure);
    }

    private static boolean isJob(Item item) {
        return item.table().equals(JobRows.TABLE.suffix())
                && new Row(item.key()).sk().equals("job");
    }

    private static boolean isProgress() {
        return StoreCall.current()
                .filter(made -> made.store().equals("JobStore") && PROGRESS.contains(made.method()))
                .isPresent();
    }

    private void check(Job job) {
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
    }
}
