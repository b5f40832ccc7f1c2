package io.feedmill.worker.protocol;

import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An outbox with one shard: a sweep visits shards in random order, and runs must be repeatable. */
record OneShard(OutboxStore store) implements OutboxStore {

    @Override
    public int shards() {
        return 1;
    }

    @Override
    public List<OutboxRow> rows(int shard, @Nullable JobId after, int limit) {
        List<OutboxRow> rows = new ArrayList<>();
        for (int each = 0; each < store.shards(); each++) {
            rows.addAll(store.rows(each, after, limit));
        }
        return rows;
    }

    @Override
    public boolean holds(int shard, JobId job) {
        return IntStream.range(0, store.shards()).anyMatch(each -> store.holds(each, job));
    }

    @Override
    public boolean claim(OutboxRow row, Instant nextDue) {
        return store.claim(row, nextDue);
    }

    @Override
    public void remove(OutboxRow row) {
        store.remove(row);
    }
}
