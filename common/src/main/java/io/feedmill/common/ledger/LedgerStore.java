package io.feedmill.common.ledger;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger. Entries of posts are written by the transactions that make them true. Thread-safe. */
public interface LedgerStore {

    /** All entries of a quarter hour, of every shard, by time. Strongly consistent. */
    List<LedgerEntry> entries(QuarterHour quarter);

    /** The partitions of a quarter hour; together they hold all that happened in it. */
    List<ShardedKey> partitions(QuarterHour quarter);

    /**
     * Up to a megabyte of a partition's entries, by time. Strongly consistent.
     *
     * @param after what the page before said to go on behind; null: from the first
     */
    LedgerPage page(ShardedKey partition, @Nullable String after);

    /** Enters what no transaction makes true, because it happens outside of the tables. */
    void enter(LedgerEntry.OfDeadLetters entry);

    /**
     * Entries of one partition of the ledger.
     *
     * @param next what to go on behind; null at the partition's end
     * @param units the read units that it took
     */
    record LedgerPage(List<LedgerEntry> entries, @Nullable String next, double units) {}
}
