package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterMessage.Handle;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.queue.Queue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Looks at every dead letter of a queue once. SQS cannot browse: letters are taken until none is left, and then put back. Meanwhile, and for a
 * while after a crash, nobody else sees them.
 */
final class LetterWalk {
    private final DeadLetterStore store;
    private final DeadLetterSettings settings;
    private final Ticker ticker;

    LetterWalk(DeadLetterStore store, DeadLetterSettings settings, Ticker ticker) {
        this.store = store;
        this.settings = settings;
        this.ticker = ticker;
    }

    /**
     * What a walk came to.
     *
     * @param complete false if it stopped at a limit: there may be letters that it has not seen
     * @param hidden about how many letters it could not see because another call has them
     */
    record Seen(boolean complete, int hidden) {}

    /**
     * Walks to the last letter or to a limit.
     *
     * @param end the moment at which to stop
     * @param visitor is shown up to ten letters at a time, and returns those of them that are no longer dead
     */
    Seen over(Queue queue, long end, UnaryOperator<List<DeadLetterMessage>> visitor) {
        Map<String, Handle> held = new HashMap<>();
        try {
            boolean more = true;
            while (more && held.size() < settings.maxHeld() && ticker.isBefore(end)) {
                List<DeadLetterMessage> letters = store.take(queue, settings.hidden());
                more = !letters.isEmpty();
                List<DeadLetterMessage> unseen =
                        letters.stream().filter(letter -> hold(letter, held)).toList();
                visitor.apply(unseen).forEach(gone -> held.remove(gone.handle().id()));
            }
            return new Seen(!more, Math.max(0, store.taken(queue) - held.size()));
        } finally {
            store.putBack(queue, held.values());
        }
    }

    /** Whether it is new: SQS may hand out a letter again although it is hidden. */
    private static boolean hold(DeadLetterMessage letter, Map<String, Handle> held) {
        return held.put(letter.handle().id(), letter.handle()) == null;
    }
}
