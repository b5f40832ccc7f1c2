package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.counter.ReactionStore;
import io.feedmill.common.key.ReactionKey;

record FakeReactionStore(FakeTables tables) implements ReactionStore {
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
