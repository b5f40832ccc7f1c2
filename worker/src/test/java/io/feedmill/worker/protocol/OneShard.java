package io.feedmill.worker.protocol;

import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.PairChange;
import java.time.Duration;
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

    /** All in one page. */
    @Override
    public OutboxPage rows(int shard, Instant before, @Nullable String after, int limit) {
        List<OutboxRow> rows = new ArrayList<>();
        List<PairRow> pairs = new ArrayList<>();
        for (int each = 0; each < store.shards(); each++) {
            OutboxPage page = store.rows(each, before, after, limit);
            rows.addAll(page.rows());
            pairs.addAll(page.pairs());
        }
        return new OutboxPage(rows, pairs, List.of(), List.of(), null);
    }

    @Override
    public boolean holds(int shard, JobId job) {
        return IntStream.range(0, store.shards()).anyMatch(each -> store.holds(each, job));
    }

    @Override
    public boolean holds(PairChange change) {
        return store.holds(change);
    }

    @Override
    public boolean claim(OutboxRow row, Instant nextDue) {
        return store.claim(row, nextDue);
    }

    @Override
    public boolean claim(PairRow row, Instant nextDue) {
        return store.claim(row, nextDue);
    }

    @Override
    public void postpone(PairChange change, Instant nextDue) {
        store.postpone(change, nextDue);
    }

    @Override
    public void remove(OutboxRow row) {
        store.remove(row);
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
