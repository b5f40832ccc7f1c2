package io.feedmill.common.reaction;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.key.ReactionKey;

/** Reactions, one for a post, a kind and a user. The marker and its count change in one transaction. Thread-safe. */
public interface ReactionStore {

    /** Whether it is new: false, and nothing counted, where it was there. */
    boolean add(ReactionKey reaction);

    /** Whether it was there: false, and nothing counted, where it was not. */
    boolean remove(ReactionKey reaction);

    /** Reactions in DynamoDB. */
    static ReactionStore in(Dynamo dynamo, CounterRows counters) {
        return new DynamoReactionStore(dynamo, counters);
    }
}
