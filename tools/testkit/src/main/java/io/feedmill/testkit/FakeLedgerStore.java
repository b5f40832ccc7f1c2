package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

record FakeLedgerStore(FakeTables tables) implements LedgerStore {
    private static final int SHARDS = 16;
    private static final int PAGE = 50;

    private List<LedgerEntry> entries(QuarterHour quarter) {
        return tables.ledger.stream()
                .filter(entry -> QuarterHour.of(entry.at()).equals(quarter))
                .filter(entry -> tables.now().isBefore(entry.at().plus(FakeTables.RETENTION)))
                .sorted(Comparator.comparing(LedgerEntry::at))
                .toList();
    }

    @Override
    public List<ShardedKey> partitions(QuarterHour quarter) {
        return ShardedKey.all(quarter.value(), SHARDS);
    }

    /** Entries go to the shards in turn. */
    @Override
    public LedgerPage page(ShardedKey partition, @Nullable String after) {
        List<LedgerEntry> entries = entries(QuarterHour.parse(partition.name()));
        int first = after == null ? partition.shard() : Integer.parseInt(after);
        List<LedgerEntry> page = IntStream.iterate(first, i -> i < entries.size(), i -> i + SHARDS)
                .limit(PAGE)
                .mapToObj(entries::get)
                .toList();
        int next = first + PAGE * SHARDS;
        return new LedgerPage(page, next < entries.size() ? Integer.toString(next) : null, 1);
    }

    @Override
    public void enter(LedgerEntry.OfDeadLetters entry) {
        tables.ledger.add(entry);
    }
}
