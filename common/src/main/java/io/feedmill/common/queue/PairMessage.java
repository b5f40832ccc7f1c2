package io.feedmill.common.queue;

import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;

/** Work for the home feed of a user. Its outbox row exists until it is done. */
public sealed interface PairMessage extends QueueMessage permits QueueMessage.Reconcile, PairMessage.Rebuild {
    PairChange pair();

    @Override
    default UserId author() {
        return pair().author();
    }

    /** Returns the first message of the work. */
    static PairMessage of(PairChange pair) {
        return switch (pair.kind()) {
            case FOLLOW, UNFOLLOW -> Reconcile.of(pair);
            case REBUILD -> new Rebuild(pair, Reached.NOTHING, 0);
        };
    }

    /**
     * Rebuilds a home feed: reconciles it with each author whom the user follows.
     *
     * @param reached how far an earlier handler came; all later authors are reconciled
     */
    record Rebuild(PairChange pair, Reached reached, int attempt) implements PairMessage {

        public Rebuild {
            if (pair.kind() != PairChange.Kind.REBUILD || !pair.follower().equals(pair.author())) {
                throw new IllegalArgumentException("the pair is not that of a rebuild");
            }
        }

        @Override
        public Rebuild next() {
            return new Rebuild(pair, reached, attempt + 1);
        }

        /** The message that continues this work. */
        public Rebuild goOn(Reached further) {
            return new Rebuild(pair, further, 0);
        }
    }
}
