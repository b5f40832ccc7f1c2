package io.feedmill.common.follow;

import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.Sending;

/** Work for the home feed of a user. Its outbox row exists until it is done. */
public sealed interface PairMessage extends QueueMessage permits Reconcile, Rebuild {
    PairChange pair();

    @Override
    default UserId author() {
        return pair().author();
    }

    @Override
    default String subject() {
        return "pair";
    }

    @Override
    default PairChange id() {
        return pair();
    }

    /** Returns the first message of the work. */
    static PairMessage of(PairChange pair) {
        return switch (pair.kind()) {
            case FOLLOW, UNFOLLOW -> Reconcile.of(pair);
            case REBUILD -> new Rebuild(pair, Reached.NOTHING, Sending.FIRST);
        };
    }
}
