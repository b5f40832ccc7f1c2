package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.queue.Feature;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The open work, and the leases of the workers that sweep it. Both are in the table {@code outbox}. Thread-safe. */
@Component
public record OutboxStore(Dynamo dynamo, TableSettings tables, Clock clock) {
    /** After this time the table's time to live deletes the lease of a dead worker, if no worker does. */
    private static final Duration KEPT = Duration.ofHours(1);

    /** Clocks differ by less: a lease that is over for longer is that of a dead worker, and one that ends later than it can is of a wrong clock. */
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    /** The maximum of leases that a round deletes. */
    private static final int DELETED_AT_ONCE = 25;

    /** The number of shards; they count from 0. */
    public int shards() {
        return tables.outboxShards();
    }

    /**
     * The oldest rows, up to a limit, of work that was accepted before this time, after a sort key if one is given. The limit counts those that are
     * passed over, too. Strongly consistent: a note of the shard says what is not there.
     */
    public OutboxPage rows(int shard, Instant before, @Nullable String after, int limit) {
        PartitionQuery query = PartitionQuery.of(OutboxRows.TABLE, Integer.toString(shard))
                .between(OutboxRows.FIRST, OutboxRows.before(before))
                .after(after)
                .limit(limit);
        return OutboxRows.page(dynamo.query(query));
    }

    /** Whether the work is open. Strongly consistent. */
    public boolean holds(OpenWork work) {
        return dynamo.get(OutboxRows.TABLE, OutboxRows.key(work)).isPresent();
    }

    /** Puts back the row of open work that has lost it: a sweep sends its message. Returns false if the row is there. */
    public boolean reopen(OpenWork work) {
        return dynamo.putIfAbsent(OutboxRows.TABLE, OutboxRows.row(work)).isEmpty();
    }

    /** Records one more resend and the earliest time of the next. Returns false if another worker was faster. */
    public boolean claim(OutboxRow row, Instant nextDue) {
        Update update = new Update(
                OutboxRows.TABLE,
                OutboxRows.key(row.work()),
                "SET resends = :next, due = :due",
                "resends = :resends",
                Attributes.of()
                        .number(":resends", row.resends())
                        .number(":next", row.resends() + 1L)
                        .number(":due", nextDue.toEpochMilli()));
        return switch (dynamo.update(update)) {
            case UpdateResult.Updated updated -> true;
            case UpdateResult.ConditionFailed lost -> false;
            // another worker is unlikely to have set the same millisecond
            case UpdateResult.Unclear unclear -> unclear.row().number(OutboxRows.DUE, 0) == nextDue.toEpochMilli();
        };
    }

    /** Sets the earliest time of the next resend: the work goes on in a message that is sent already. An absent row is no error. */
    public void postpone(OpenWork work, Instant nextDue) {
        dynamo.update(OutboxRows.postpone(work, nextDue));
    }

    /** Removes the row; an absent one is no error. */
    public void remove(OpenWork work) {
        dynamo.delete(OutboxRows.TABLE, OutboxRows.key(work));
    }

    /**
     * Moves the row of work whose own row is absent to the partition {@code orphans}, where no sweep reads it, in one transaction. Returns false if the
     * outbox row is gone.
     */
    public boolean orphan(OutboxRow row) {
        List<TransactWriteItem> move = List.of(
                dynamo.put(OutboxRows.TABLE, OutboxRows.orphan(row, clock.instant())),
                dynamo.deletionOfExisting(OutboxRows.TABLE, OutboxRows.key(row.work())));
        return dynamo.commit(move);
    }

    /**
     * Extends the lease of a sweeping worker to this time from now, and deletes some that are over for long. Returns all workers with a lease, this
     * one among them, in the same order to each of them. Eventually consistent: others may see a worker that begins a round later. The first worker
     * deletes the leases of the dead, on condition that they are the same.
     */
    public List<String> lease(String worker, Duration time) {
        Instant now = clock.instant();
        extend(worker, now, time);
        PartitionQuery all =
                PartitionQuery.of(OutboxRows.TABLE, OutboxRows.SWEEPERS).eventuallyConsistent();
        List<Row> leases = dynamo.queryAll(all).rows();
        NavigableSet<String> workers = new TreeSet<>(Set.of(worker));
        leases.stream()
                .filter(lease ->
                        !isOver(lease, now) && isOver(lease, now.plus(time).plus(CLOCKS)))
                .map(Row::sk)
                .forEach(workers::add);
        if (worker.equals(workers.first())) {
            leases.stream()
                    .filter(lease -> isOver(lease, now.minus(CLOCKS)))
                    .limit(DELETED_AT_ONCE)
                    .forEach(this::delete);
        }
        return List.copyOf(workers);
    }

    private static boolean isOver(Row lease, Instant at) {
        return lease.number(OutboxRows.UNTIL) <= at.toEpochMilli();
    }

    private void delete(Row lease) {
        dynamo.delete(
                OutboxRows.TABLE,
                Attributes.key(OutboxRows.SWEEPERS, lease.sk()),
                "expires = :expires",
                Attributes.of().number(":expires", lease.number(TableSchema.EXPIRES)));
    }

    private void extend(String worker, Instant now, Duration time) {
        Instant until = now.plus(time);
        dynamo.update(Update.set(
                OutboxRows.TABLE,
                Attributes.key(OutboxRows.SWEEPERS, worker),
                "attribute_not_exists(pk) OR #until < :until",
                Attributes.of().number(OutboxRows.UNTIL, until.toEpochMilli()).expires(until.plus(KEPT))));
    }

    /** Ends the lease of a worker; an absent one is no error. */
    public void release(String worker) {
        dynamo.delete(OutboxRows.TABLE, Attributes.key(OutboxRows.SWEEPERS, worker));
    }

    @Bean
    static Feature outboxFeature() {
        return Feature.of(OutboxRows.TABLE);
    }

    /** Open work, the number of resends of its message, and the earliest time of the next one; null before the first. */
    public record OutboxRow(
            OpenWork work, int resends, @Nullable Instant due) {}

    /** A page of a shard, oldest first, the sort keys of malformed and newer rows, which it passes over, and that to continue after, if any. */
    public record OutboxPage(
            List<OutboxRow> rows,
            List<String> malformed,
            List<String> newer,
            @Nullable String next) {}
}
