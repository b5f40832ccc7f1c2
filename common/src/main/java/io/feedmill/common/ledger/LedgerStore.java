package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.key.QuarterHour;
import java.util.List;

/** The ledger. Entries of posts are written by the transactions that make them true. Thread-safe. */
public interface LedgerStore {

    /** All entries of a quarter hour, of every shard, by time. Strongly consistent. */
    List<LedgerEntry> entries(QuarterHour quarter);

    /** Enters what no transaction makes true, because it happens outside of the tables. */
    void enter(LedgerEntry.OfDeadLetters entry);

    /** The ledger in DynamoDB. */
    static LedgerStore in(Dynamo dynamo, LedgerRows rows) {
        return new DynamoLedgerStore(dynamo, rows);
    }
}
