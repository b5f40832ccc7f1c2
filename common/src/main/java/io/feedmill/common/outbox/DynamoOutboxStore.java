package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The outbox in the table {@code outbox}. */
final class DynamoOutboxStore implements OutboxStore {
    private final Dynamo dynamo;
    private final int shards;

    DynamoOutboxStore(Dynamo dynamo, int shards) {
        this.dynamo = dynamo;
        this.shards = shards;
    }

    @Override
    public int shards() {
        return shards;
    }

    @Override
    public List<OutboxRow> rows(int shard, @Nullable JobId after, int limit) {
        PartitionQuery query = PartitionQuery.of(Table.OUTBOX, Integer.toString(shard))
                .after(after == null ? null : OutboxRows.sk(after))
                .limit(limit);
        return dynamo.queryAll(query).rows().stream().map(OutboxRows::outboxRow).toList();
    }

    @Override
    public boolean holds(int shard, JobId job) {
        return dynamo.get(Table.OUTBOX, OutboxRows.key(shard, job)).isPresent();
    }

    @Override
    public boolean claim(OutboxRow row, Instant nextDue) {
        Update update = new Update(
                Table.OUTBOX,
                OutboxRows.key(row.shard(), row.job()),
                "SET resends = :next, due = :due",
                "resends = :resends",
                Map.of(),
                Attributes.of()
                        .number(":resends", row.resends())
                        .number(":next", row.resends() + 1L)
                        .number(":due", nextDue.toEpochMilli())
                        .map());
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
    public void remove(OutboxRow row) {
        dynamo.delete(Table.OUTBOX, OutboxRows.key(row.shard(), row.job()));
    }

    /** The outbox. */
    @Configuration(proxyBeanMethods = false)
    static class OutboxConfiguration {

        @Bean
        OutboxStore outboxStore(Dynamo dynamo, TableSettings tables) {
            return new DynamoOutboxStore(dynamo, tables.outboxShards());
        }
    }
}
