package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
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

    @Override
    public boolean add(ReactionKey reaction) {
        return tables.reactions.add(reaction) && count(reaction, 1);
    }

    @Override
    public boolean remove(ReactionKey reaction) {
        return tables.reactions.remove(reaction) && count(reaction, -1);
    }

    private boolean count(ReactionKey reaction, int more) {
        tables.count(reaction.post(), PostCounters.ofReactions(reaction.kind(), more));
        return true;
    }
}
