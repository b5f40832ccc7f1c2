package io.feedmill.worker.protocol;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An outbox with one shard: a sweep visits shards in random order, and runs must be repeatable. */
record OneShard(OutboxStore store) implements OutboxStore {

    @Override
    public int shards() {
        return 1;
    }

    /** All in one page. */
    @Override
    public OutboxPage rows(int shard, Instant before, @Nullable String after, int limit) {
        List<OutboxRow> rows = new ArrayList<>();
        for (int each = 0; each < store.shards(); each++) {
            rows.addAll(store.rows(each, before, after, limit).rows());
        }
        return new OutboxPage(rows, List.of(), List.of(), null);
    }

    @Override
    public boolean holds(OpenWork work) {
        return store.holds(work);
    }

    @Override
    public boolean reopen(OpenWork work) {
        return store.reopen(work);
    }

    @Override
    public boolean claim(OutboxRow row, Instant nextDue) {
        return store.claim(row, nextDue);
    }

    @Override
    public void postpone(OpenWork work, Instant nextDue) {
        store.postpone(work, nextDue);
    }

    @Override
    public void remove(OpenWork work) {
        store.remove(work);
    }

    @Override
    public boolean orphan(OutboxRow row) {
        return store.orphan(row);
    }

    @Override
    public List<String> lease(String worker, Duration time) {
        return store.lease(worker, time);
    }

    @Override
    public void release(String worker) {
        store.release(worker);
    }
}
