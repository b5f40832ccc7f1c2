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
            case REBUILD -> new Rebuild(pair, Reached.NOTHING, Sending.FIRST);
        };
    }

    /**
     * Rebuilds a home feed: reconciles it with each author whom the user follows.
     *
     * @param reached how far an earlier handler came; all later authors are reconciled
     */
    record Rebuild(PairChange pair, Reached reached, Sending sending) implements PairMessage {

        public Rebuild {
            if (pair.kind() != PairChange.Kind.REBUILD || !pair.follower().equals(pair.author())) {
                throw new IllegalArgumentException("the pair is not that of a rebuild");
            }
        }

        @Override
        public Rebuild with(Sending now) {
            return new Rebuild(pair, reached, now);
        }

        /** The message that continues this work. */
        public Rebuild goOn(Reached further) {
            return new Rebuild(pair, further, Sending.FIRST);
        }

        /** As {@link #goOn}, as a later attempt: this one may have left an author half written. */
        public Rebuild next(Reached further) {
            return new Rebuild(pair, further, sending.next());
        }
    }
}
