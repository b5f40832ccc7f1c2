package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;

final class FakeCounterStore implements CounterStore {
    private final FakeTables tables;

    FakeCounterStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public AuthorCounters author(UserId author) {
        synchronized (tables) {
            return tables.counters.getOrDefault(author, new AuthorCounters(0, 0));
        }
    }

    @Override
    public PostCounters post(PostId post) {
        synchronized (tables) {
            return tables.postCounters.getOrDefault(post, PostCounters.ZERO);
        }
    }
}
