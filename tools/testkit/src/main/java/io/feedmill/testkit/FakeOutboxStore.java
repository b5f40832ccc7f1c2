package io.feedmill.testkit;

import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class FakeOutboxStore implements OutboxStore {
    private final FakeTables tables;

    FakeOutboxStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public int shards() {
        return FakeTables.OUTBOX_SHARDS;
    }

    @Override
    public List<OutboxRow> rows(int shard, @Nullable JobId after, int limit) {
        synchronized (tables) {
            return tables.outbox.values().stream()
                    .filter(row ->
                            row.shard() == shard && (after == null || row.job().compareTo(after) > 0))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public boolean holds(int shard, JobId job) {
        synchronized (tables) {
            OutboxRow row = tables.outbox.get(job);
            return row != null && row.shard() == shard;
        }
    }

    @Override
    public boolean claim(OutboxRow row, Instant nextDue) {
        OutboxRow claimed = new OutboxRow(row.shard(), row.job(), row.author(), row.resends() + 1, nextDue);
        synchronized (tables) {
            OutboxRow now = tables.outbox.get(row.job());
            return now != null && now.resends() == row.resends() && tables.outbox.replace(row.job(), now, claimed);
        }
    }

    @Override
    public void remove(OutboxRow row) {
        synchronized (tables) {
            tables.outbox.remove(row.job());
        }
    }
}
