package io.feedmill.common.fanout;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.feed.AuthorFeedRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.storage.Page;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Fan-out jobs, in the table {@code fanouts}. Each method is one storage call, or the few that it names; reads are strongly consistent. Thread-safe. */
@Component
public record JobStore(Dynamo dynamo, List<JobStep> steps, RecallRows recalls, Clock clock) {
    public Optional<Job> find(JobId job) {
        return dynamo.get(JobRows.TABLE, JobRows.jobKey(job))
                .filter(this::lives)
                .map(JobRows::job);
    }

    private boolean lives(Row row) {
        return !row.expired(clock.instant());
    }

    /** The post's own job and those of its changes that have not expired, oldest first, by two calls; after this job (null: from the first). */
    public Page<Job, JobId> jobs(PostId post, @Nullable JobId after, int limit) {
        RowPage page = dynamo.queryAll(JobRows.jobsOf(post, after).limit(limit));
        List<JobId> ids = page.map(JobRows::listedJob);
        Stream<Attributes> keys = ids.stream().map(JobRows::jobKey);
        List<Job> jobs = dynamo.getAll(JobRows.TABLE, keys).stream()
                .filter(this::lives)
                .map(JobRows::job)
                .sorted(Comparator.comparing(Job::id))
                .toList();
        return new Page<>(jobs, page.next() == null ? null : ids.getLast());
    }

    /** Returns the jobs that are not complete among up to {@code limit} rows of the segment after this one (null: from the first). Eventually consistent. */
    public Page<JobId, RowKey> scanOpen(Segment segment, @Nullable RowKey after, int limit) {
        return dynamo.scan(JobRows.TABLE, segment, after, limit)
                .map(rows -> rows.filter(JobRows::isOpen).map(JobRows::listedJob));
    }

    /** Puts the slice's row if it is absent. Returns the stored row: the new or an earlier one. */
    public Slice putSlice(JobId job, Slice slice) {
        return dynamo.putIfAbsent(JobRows.TABLE, JobRows.slice(job, slice, clock.instant()))
                .map(row -> JobRows.slice(slice.number(), row))
                .orElse(slice);
    }

    /** Returns the row of a planned slice. Throws {@link DeadLetterException} if it is absent: it was put before it was planned. */
    public Slice slice(JobId job, int number) {
        return JobRows.slice(number, sliceRow(job, number));
    }

    /** As {@link #slice}, but empty while the slice waits for its next attempt: that is recorded, and its delay has not ended. */
    public Optional<Slice> sliceUnlessWaiting(JobId job, int number) {
        Row row = sliceRow(job, number);
        return JobRows.pendingSlice(row).due().isAfter(clock.instant())
                ? Optional.empty()
                : Optional.of(JobRows.slice(number, row));
    }

    private Row sliceRow(JobId job, int number) {
        return dynamo.get(JobRows.TABLE, JobRows.sliceKey(job, number))
                .orElseThrow(() -> new DeadLetterException(
                        DeadLetterReason.IMPOSSIBLE_STATE, "job " + job + " has no slice " + number));
    }

    /**
     * Adds the slice to {@code pending} and its size to {@code expected}, state PLANNING; on condition that it is the next one and the job still
     * plans. After a lost answer it counts as won if the slice is pending: two messages of a slice are harmless, none costs
     * a minute.
     */
    public JobUpdate advance(JobId job, Slice slice) {
        UpdateResult result = dynamo.update(JobRows.advance(job, slice, clock.instant()));
        JobUpdate change = change(job, result);
        boolean perhapsOurs =
                result instanceof UpdateResult.Unclear && change.job().pending().contains(slice.number());
        return perhapsOurs ? new JobUpdate.Won(change.job()) : change;
    }

    /** State DELIVERING; on condition that {@code planned} is the last slice and the job still plans. */
    public JobUpdate endPlanning(JobId job, int planned) {
        return change(job, dynamo.update(JobRows.endPlanning(job, planned, clock.instant())));
    }

    /**
     * Removes the slice from {@code pending} and adds to both counts; on condition that it is pending. After a lost answer it may count
     * as lost although this call removed it.
     */
    public JobUpdate finish(JobId job, int slice, int delivered, Skipped skipped) {
        return change(job, dynamo.update(JobRows.finish(job, slice, delivered, skipped, clock.instant())));
    }

    /** Sets the progress time of the job to now, and nothing else. Returns false if the job is COMPLETE or absent. */
    public boolean touch(JobId job) {
        return dynamo.update(JobRows.touch(job, clock.instant())) instanceof UpdateResult.Updated;
    }

    /** Records a requeue of a slice in its row; nothing if that is absent. */
    public void requeued(JobId job, int slice, int attempt, RequeueReason reason, Instant due) {
        dynamo.update(JobRows.requeued(job, slice, attempt, reason, due));
    }

    /** Returns the first pending slices of the job, up to this number: the oldest, by their rows. */
    public List<PendingSlice> pendingSlices(Job job, int limit) {
        Stream<Attributes> keys = job.pending().stream().limit(limit).map(number -> JobRows.sliceKey(job.id(), number));
        return dynamo.getAll(JobRows.TABLE, keys).stream()
                .map(JobRows::pendingSlice)
                .sorted(Comparator.comparingInt(PendingSlice::number))
                .toList();
    }

    private static JobUpdate change(JobId id, UpdateResult result) {
        Job job = current(id, result.row());
        return result instanceof UpdateResult.Updated ? new JobUpdate.Won(job) : new JobUpdate.Lost(job);
    }

    /**
     * State COMPLETE without its outbox row, and for a job that {@link Job#publishes} with its ledger entry and the author's and the post's
     * counts, in one transaction; on condition that the job is drained and that its counts are those given, which go into the ledger. The job of
     * the last change ends the post's recall in this transaction.
     */
    public JobUpdate close(Job job) {
        Instant now = clock.instant();
        return close(job, JobRows.close(job, now), job.completed(now));
    }

    /** As {@link #close}, for a job without slices, with its counts; on condition that the state is ACCEPTED. */
    public JobUpdate closeInlineDelivery(Job job, int delivered, Skipped skipped) {
        Instant now = clock.instant();
        Job completed = job.completed(delivered, skipped, now);
        return close(job, JobRows.closeInlineDelivery(completed, now), completed);
    }

    /** State COMPLETE without recipients and without its outbox row; on condition that the state is ACCEPTED. */
    public JobUpdate supersede(Job job, JobId by) {
        Instant now = clock.instant();
        List<TransactWriteItem> writes = List.of(dynamo.write(JobRows.supersede(job, by, now)), removeFromOutbox(job));
        return change(job.superseded(by, now), dynamo.transact(writes));
    }

    private JobUpdate close(Job job, Update update, Job completed) {
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(dynamo.write(update));
        if (job.publishes()) {
            steps.forEach(step -> writes.addAll(step.closed(completed)));
        }
        writes.add(removeFromOutbox(job));
        List<TransactWriteItem> endOfRecall = endOfRecall(job);
        TransactionResult result = dynamo.transact(
                Stream.concat(writes.stream(), endOfRecall.stream()).toList());
        boolean notTheLast = result instanceof TransactionResult.ConditionFailed lost && lost.write() >= writes.size();
        return change(completed, notTheLast ? dynamo.transact(writes) : result);
    }

    private static JobUpdate change(Job completed, TransactionResult result) {
        return switch (result) {
            case TransactionResult.Committed committed -> new JobUpdate.Won(completed);
            case TransactionResult.ConditionFailed lost -> new JobUpdate.Lost(current(completed.id(), lost.current()));
        };
    }

    /** Ends the recall if the job is that of the post's last change: home feeds are as its author's feed says. */
    private List<TransactWriteItem> endOfRecall(Job job) {
        boolean recalled = !job.publishes()
                && dynamo.get(RecallRows.TABLE, recalls.key(job.post()))
                        .filter(RecallRows::isOpen)
                        .isPresent();
        if (!recalled) {
            return List.of();
        }
        List<TransactWriteItem> writes = new ArrayList<>(recalls.end(dynamo, job.post(), job.id(), clock.instant()));
        writes.add(AuthorFeedRows.isLast(dynamo, job.author(), job.post(), job.id()));
        return writes;
    }

    private TransactWriteItem removeFromOutbox(Job job) {
        return dynamo.deletion(OutboxRows.TABLE, OutboxRows.key(job.work()));
    }

    private static Job current(JobId id, @Nullable Row row) {
        if (row == null || row.attributes().isEmpty()) {
            throw new DeadLetterException(DeadLetterReason.NO_SUCH_JOB, "Job not found: " + id);
        }
        return JobRows.job(row);
    }

    @Bean
    static Feature fanoutFeature() {
        return new Feature(List.of(JobRows.TABLE), List.of(Plan.TYPE, Deliver.TYPE, Repair.TYPE));
    }

    /** The outcome of a conditional change of a job, with the job after it. */
    public sealed interface JobUpdate {
        Job job();

        /** The condition held; the job is changed. */
        record Won(Job job) implements JobUpdate {}

        /** The condition did not hold; the job is as another writer left it. */
        record Lost(Job job) implements JobUpdate {}
    }

    /** What a feature writes in the transaction that closes the job of a new post. A step adds no condition. Thread-safe. */
    public interface JobStep {

        List<TransactWriteItem> closed(Job completed);
    }
}
