package io.feedmill.common.fanout;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore.ImpossibleStateException;
import io.feedmill.common.fanout.JobStore.JobNotFoundException;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.key.JobId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.outbox.OutboxRows;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Jobs in the table {@code fanouts}. */
final class DynamoJobStore implements JobStore {
    private final Dynamo dynamo;
    private final LedgerRows ledger;
    private final CounterRows counters;
    private final Clock clock;

    DynamoJobStore(Dynamo dynamo, LedgerRows ledger, CounterRows counters, Clock clock) {
        this.dynamo = dynamo;
        this.ledger = ledger;
        this.counters = counters;
        this.clock = clock;
    }

    @Override
    public Optional<Job> find(JobId job) {
        return dynamo.get(Table.FANOUTS, JobRows.jobKey(job).map())
                .filter(row -> !row.expired(clock.instant()))
                .map(JobRows::job);
    }

    @Override
    public Slice putSlice(JobId job, Slice slice) {
        return dynamo.putIfAbsent(Table.FANOUTS, JobRows.slice(job, slice, clock.instant()))
                .map(row -> JobRows.slice(slice.number(), row))
                .orElse(slice);
    }

    @Override
    public Slice slice(JobId job, int number) {
        return dynamo.get(Table.FANOUTS, JobRows.sliceKey(job, number).map())
                .map(row -> JobRows.slice(number, row))
                .orElseThrow(() -> new ImpossibleStateException("Job " + job + " has no slice " + number));
    }

    @Override
    public JobUpdate advance(JobId job, Slice slice) {
        UpdateResult result = dynamo.update(JobUpdates.advance(job, slice, clock.instant()));
        JobUpdate change = change(job, result);
        boolean perhapsOurs =
                result instanceof UpdateResult.Unclear && change.job().pending().contains(slice.number());
        return perhapsOurs ? new JobUpdate.Won(change.job()) : change;
    }

    @Override
    public JobUpdate endPlanning(JobId job, int planned) {
        return change(job, dynamo.update(JobUpdates.endPlanning(job, planned, clock.instant())));
    }

    @Override
    public JobUpdate finish(JobId job, int slice, int delivered, int skipped) {
        return change(job, dynamo.update(JobUpdates.finish(job, slice, delivered, skipped, clock.instant())));
    }

    @Override
    public boolean touch(JobId job) {
        return dynamo.update(JobUpdates.touch(job, clock.instant())) instanceof UpdateResult.Updated;
    }

    private static JobUpdate change(JobId id, UpdateResult result) {
        return switch (result) {
            case UpdateResult.Updated updated -> new JobUpdate.Won(JobRows.job(updated.row()));
            case UpdateResult.ConditionFailed lost -> new JobUpdate.Lost(current(id, lost.current()));
            case UpdateResult.Unclear unclear -> new JobUpdate.Lost(current(id, unclear.current()));
        };
    }

    @Override
    public JobUpdate close(Job job) {
        Instant now = clock.instant();
        return close(job, JobUpdates.close(job.id(), job.counts(), now), job.completed(job.counts(), now));
    }

    @Override
    public JobUpdate closeInlineDelivery(Job job, int delivered, int skipped) {
        Instant now = clock.instant();
        Job.Counts counts = new Job.Counts((long) delivered + skipped, delivered, skipped);
        return close(job, JobUpdates.closeInlineDelivery(job.id(), counts, now), job.completed(counts, now));
    }

    private JobUpdate close(Job job, Update update, Job completed) {
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(update.inTransaction(dynamo.tables()));
        if (job.publishes()) {
            writes.addAll(books(completed));
        }
        writes.add(removeFromOutbox(job));
        return switch (dynamo.transact(writes)) {
            case TransactionResult.Committed committed -> new JobUpdate.Won(completed);
            case TransactionResult.ConditionFailed lost -> new JobUpdate.Lost(current(job.id(), lost.current()));
        };
    }

    private List<TransactWriteItem> books(Job completed) {
        long deliveries = completed.counts().delivered();
        return List.of(
                dynamo.put(Table.LEDGER, ledger.row(delivered(completed))),
                counters.addPost(dynamo.tables(), completed.author(), completed.post(), deliveries),
                counters.addDeliveries(dynamo.tables(), completed.post(), deliveries));
    }

    private static LedgerEntry delivered(Job job) {
        return new LedgerEntry.Delivered(
                job.post(),
                job.author(),
                job.progressAt(),
                job.counts().delivered(),
                job.counts().skipped(),
                job.planned());
    }

    private TransactWriteItem removeFromOutbox(Job job) {
        return TransactWriteItem.builder()
                .delete(d -> d.tableName(dynamo.tables().name(Table.OUTBOX))
                        .key(OutboxRows.key(job.outboxShard(), job.id())))
                .build();
    }

    private static Job current(JobId id, @Nullable Row row) {
        if (row == null || row.attributes().isEmpty()) {
            throw new JobNotFoundException(id);
        }
        return JobRows.job(row);
    }

    /** The store of fan-out jobs. */
    @Configuration(proxyBeanMethods = false)
    static class FanoutConfiguration {

        @Bean
        JobStore jobStore(Dynamo dynamo, LedgerRows ledger, CounterRows counters, Clock clock) {
            return new DynamoJobStore(dynamo, ledger, counters, clock);
        }
    }
}
