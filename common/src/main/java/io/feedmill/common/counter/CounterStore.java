package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Dynamo;

/** Sharded totals. Reads are strongly consistent. Thread-safe. */
public interface CounterStore {

    /** Zeros for an author who has completed nothing. */
    AuthorCounters author(String author);

    /** Counters in DynamoDB. */
    static CounterStore in(Dynamo dynamo, CounterRows rows) {
        return new DynamoCounterStore(dynamo, rows);
    }
}
