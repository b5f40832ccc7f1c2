package io.feedmill.common.ledger;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger. Entries of posts are written by the transactions that cause them. Expired entries are left out. Thread-safe. */
public interface LedgerStore {

    /** The partitions of a quarter hour, which together hold all of its entries. */
    List<ShardedKey> partitions(QuarterHour quarter);

    /**
     * Up to a megabyte of a partition's entries, by time. Strongly consistent.
     *
     * @param after {@code next} of the page before; null: from the first
     */
    LedgerPage page(ShardedKey partition, @Nullable String after);

    /** Adds an entry of an event outside of the tables, which no transaction adds. */
    void enter(LedgerEntry.OfDeadLetters entry);

    /**
     * Entries of one partition of the ledger.
     *
     * @param next where the next page continues; null at the partition's end
     * @param units the consumed read units
     */
    record LedgerPage(List<LedgerEntry> entries, @Nullable String next, double units) {}
}
