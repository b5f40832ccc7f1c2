package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;

record FakeCounterStore(FakeTables tables) implements CounterStore {
    @Override
    public AuthorCounters author(UserId author) {
        return tables.counters.getOrDefault(author, new AuthorCounters(0, 0));
    }

    @Override
    public PostCounters post(PostId post) {
        return tables.postCounters.getOrDefault(post, PostCounters.ZERO);
    }
}
