package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
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

/** The outbox in the table {@code outbox}. */
@Component
record DynamoOutboxStore(Dynamo dynamo, TableSettings tables, Clock clock) implements OutboxStore {
    /** After this time the table's time to live deletes the lease of a dead worker, if no worker does. */
    private static final Duration KEPT = Duration.ofHours(1);

    /** Clocks differ by less: a lease that is over for longer is that of a dead worker. */
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    /** The maximum of leases that a round deletes. */
    private static final int DELETED_AT_ONCE = 25;

    @Override
    public int shards() {
        return tables.outboxShards();
    }

    @Override
    public OutboxPage rows(int shard, Instant before, @Nullable String after, int limit) {
        PartitionQuery query = PartitionQuery.of(OutboxRows.TABLE, Integer.toString(shard))
                .between(OutboxRows.FIRST, OutboxRows.before(before))
                .after(after)
                .limit(limit);
        return OutboxRows.page(dynamo.query(query));
    }

    @Override
    public boolean holds(OpenWork work) {
        return dynamo.get(OutboxRows.TABLE, OutboxRows.key(work)).isPresent();
    }

    @Override
    public boolean reopen(OpenWork work) {
        return dynamo.putIfAbsent(OutboxRows.TABLE, OutboxRows.row(work)).isEmpty();
    }

    @Override
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
            case UpdateResult.Unclear unclear -> isClaimedUntil(nextDue, unclear.current());
        };
    }

    /** Whether this claim won: another worker is unlikely to have set the same millisecond. */
    private static boolean isClaimedUntil(Instant nextDue, Row current) {
        return current.number(OutboxRows.DUE, 0) == nextDue.toEpochMilli();
    }

    @Override
    public void postpone(OpenWork work, Instant nextDue) {
        dynamo.update(OutboxRows.postpone(work, nextDue));
    }

    @Override
    public void remove(OpenWork work) {
        dynamo.delete(OutboxRows.TABLE, OutboxRows.key(work));
    }

    @Override
    public boolean orphan(OutboxRow row) {
        List<TransactWriteItem> move = List.of(
                dynamo.put(OutboxRows.TABLE, OutboxRows.orphan(row, clock.instant())),
                dynamo.deletionOfExisting(OutboxRows.TABLE, OutboxRows.key(row.work())));
        return dynamo.transact(move) instanceof TransactionResult.Committed;
    }

    /** The first worker deletes the leases of the dead, on condition that they are the same. */
    @Override
    public List<String> lease(String worker, Duration time) {
        Instant now = clock.instant();
        extend(worker, now, time);
        PartitionQuery all =
                PartitionQuery.of(OutboxRows.TABLE, OutboxRows.SWEEPERS).eventuallyConsistent();
        List<Row> leases = dynamo.queryAll(all).rows();
        NavigableSet<String> workers = new TreeSet<>(Set.of(worker));
        leases.stream().filter(lease -> !isOver(lease, now)).map(Row::sk).forEach(workers::add);
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
        Update lease = new Update(
                OutboxRows.TABLE,
                Attributes.key(OutboxRows.SWEEPERS, worker),
                "SET #until = :until, #expires = :expires",
                "attribute_not_exists(pk) OR #until < :until",
                Attributes.of()
                        .number(":until", now.plus(time).toEpochMilli())
                        .number(":expires", now.plus(time).plus(KEPT).getEpochSecond()));
        dynamo.update(lease);
    }

    @Override
    public void release(String worker) {
        dynamo.delete(OutboxRows.TABLE, Attributes.key(OutboxRows.SWEEPERS, worker));
    }

    @Bean
    static Table outboxTable() {
        return OutboxRows.TABLE;
    }
}
