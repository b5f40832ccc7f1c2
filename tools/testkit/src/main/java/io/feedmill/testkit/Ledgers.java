package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole quarters of an hour of the ledger. */
public final class Ledgers {
    private Ledgers() {}

    /** Returns all entries of a quarter, of every partition, by time. */
    public static List<LedgerEntry> entries(LedgerStore ledger, QuarterHour quarter) {
        List<LedgerEntry> entries = new ArrayList<>();
        for (ShardedKey partition : ledger.partitions(quarter)) {
            @Nullable String next = null;
            do {
                LedgerPage page = ledger.page(partition, next);
                entries.addAll(page.entries());
                next = page.next();
            } while (next != null);
        }
        entries.sort(Comparator.comparing(LedgerEntry::at));
        return entries;
    }
}
