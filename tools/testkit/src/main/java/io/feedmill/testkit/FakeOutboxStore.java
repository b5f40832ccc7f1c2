package io.feedmill.testkit;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import io.feedmill.common.outbox.PairChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class FakeOutboxStore implements OutboxStore {
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    private final FakeTables tables;

    FakeOutboxStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public int shards() {
        return FakeTables.OUTBOX_SHARDS;
    }

    @Override
    public OutboxPage rows(int shard, Instant before, @Nullable String after, int limit) {
        synchronized (tables) {
            List<OutboxRow> page = tables.outbox.values().stream()
                    .filter(row -> row.shard() == shard && row.job().createdAt().isBefore(before))
                    .filter(row -> after == null || row.job().value().compareTo(after) > 0)
                    .limit(limit)
                    .toList();
            return new OutboxPage(
                    page.stream().filter(row -> isReadable(row.job())).toList(),
                    after == null ? pairs(shard, before) : List.of(),
                    keys(page, tables.malformed),
                    keys(page, tables.newer),
                    page.size() < limit ? null : page.getLast().job().value());
        }
    }

    /** All on the first page. */
    private List<PairRow> pairs(int shard, Instant before) {
        return tables.pairs.values().stream()
                .filter(row -> row.pair().shard() == shard)
                .filter(row -> Ticks.toInstant(row.pair().tick()).isBefore(before))
                .toList();
    }

    private boolean isReadable(JobId job) {
        return !tables.malformed.contains(job) && !tables.newer.contains(job);
    }

    private static List<String> keys(List<OutboxRow> page, Collection<JobId> jobs) {
        return page.stream()
                .map(OutboxRow::job)
                .filter(jobs::contains)
                .map(JobId::value)
                .toList();
    }

    @Override
    public boolean holds(int shard, JobId job) {
        synchronized (tables) {
            OutboxRow row = tables.outbox.get(job);
            return row != null && row.shard() == shard;
        }
    }

    @Override
    public boolean holds(PairChange change) {
        synchronized (tables) {
            return tables.pairs.containsKey(change);
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
    public boolean claim(PairRow row, Instant nextDue) {
        PairRow claimed = new PairRow(row.pair(), row.resends() + 1, nextDue);
        synchronized (tables) {
            PairRow now = tables.pairs.get(row.pair());
            return now != null && now.resends() == row.resends() && tables.pairs.replace(row.pair(), now, claimed);
        }
    }

    @Override
    public void postpone(PairChange change, Instant nextDue) {
        synchronized (tables) {
            tables.pairs.computeIfPresent(change, (pair, row) -> new PairRow(pair, row.resends(), nextDue));
        }
    }

    @Override
    public void remove(OutboxRow row) {
        synchronized (tables) {
            tables.outbox.remove(row.job());
        }
    }

    @Override
    public boolean orphan(OutboxRow row) {
        synchronized (tables) {
            if (tables.outbox.remove(row.job()) == null) {
                return false;
            }
            tables.orphans.put(row.job(), row);
            return true;
        }
    }

    @Override
    public List<String> lease(String worker, Duration time) {
        synchronized (tables) {
            Instant now = tables.now();
            tables.sweepers.merge(worker, now.plus(time), (a, b) -> a.isAfter(b) ? a : b);
            tables.sweepers.values().removeIf(until -> !until.plus(CLOCKS).isAfter(now));
            return tables.sweepers.entrySet().stream()
                    .filter(lease -> lease.getValue().isAfter(now))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    @Override
    public void release(String worker) {
        synchronized (tables) {
            tables.sweepers.remove(worker);
        }
    }
}
