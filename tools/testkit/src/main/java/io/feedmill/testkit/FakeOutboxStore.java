package io.feedmill.testkit;

import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
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
                    .filter(row -> row.work().shard() == shard
                            && row.work().acceptedAt().isBefore(before))
                    .filter(row -> after == null || row.work().sortKey().compareTo(after) > 0)
                    .limit(limit)
                    .toList();
            return new OutboxPage(
                    page.stream().filter(row -> isReadable(row.work())).toList(),
                    keys(page, tables.malformed),
                    keys(page, tables.newer),
                    page.size() < limit ? null : page.getLast().work().sortKey());
        }
    }

    private boolean isReadable(OpenWork work) {
        return !tables.malformed.contains(work.id()) && !tables.newer.contains(work.id());
    }

    private static List<String> keys(List<OutboxRow> page, Collection<String> ids) {
        return page.stream()
                .map(OutboxRow::work)
                .filter(work -> ids.contains(work.id()))
                .map(OpenWork::sortKey)
                .toList();
    }

    @Override
    public boolean holds(OpenWork work) {
        synchronized (tables) {
            return tables.outbox.containsKey(work);
        }
    }

    @Override
    public boolean reopen(OpenWork work) {
        synchronized (tables) {
            return tables.open(work);
        }
    }

    @Override
    public boolean claim(OutboxRow row, Instant nextDue) {
        OutboxRow claimed = new OutboxRow(row.work(), row.resends() + 1, nextDue);
        synchronized (tables) {
            OutboxRow now = tables.outbox.get(row.work());
            return now != null && now.resends() == row.resends() && tables.outbox.replace(row.work(), now, claimed);
        }
    }

    @Override
    public void postpone(OpenWork work, Instant nextDue) {
        synchronized (tables) {
            tables.postpone(work, nextDue);
        }
    }

    @Override
    public void remove(OpenWork work) {
        synchronized (tables) {
            tables.outbox.remove(work);
        }
    }

    @Override
    public boolean orphan(OutboxRow row) {
        synchronized (tables) {
            if (tables.outbox.remove(row.work()) == null) {
                return false;
            }
            tables.orphans.put(row.work(), row);
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
