package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import java.util.Comparator;
import java.util.List;

final class FakeLedgerStore implements LedgerStore {
    private final FakeTables tables;

    FakeLedgerStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public List<LedgerEntry> entries(QuarterHour quarter) {
        synchronized (tables) {
            return tables.ledger.stream()
                    .filter(entry -> QuarterHour.of(entry.at()).equals(quarter))
                    .sorted(Comparator.comparing(LedgerEntry::at))
                    .toList();
        }
    }

    @Override
    public void enter(LedgerEntry.OfDeadLetters entry) {
        synchronized (tables) {
            tables.ledger.add(entry);
        }
    }
}
