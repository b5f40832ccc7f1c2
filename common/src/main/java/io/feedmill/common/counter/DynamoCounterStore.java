package io.feedmill.common.counter;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;

/** Counters in the table {@code counters}. */
record DynamoCounterStore(Dynamo dynamo, CounterRows rows) implements CounterStore {
    @Override
    public AuthorCounters author(UserId author) {
        return CounterRows.author(dynamo.getAll(CounterRows.TABLE, rows.keys(author)));
    }

    @Override
    public PostCounters post(PostId post) {
        return CounterRows.post(dynamo.getAll(CounterRows.TABLE, rows.keys(post)));
    }
}
