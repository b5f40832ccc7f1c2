package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Reads each dead-letter message of a queue once. SQS cannot browse a queue: all messages are received, then released.
 * Until then, or after a crash until their visibility timeout, they are hidden from other receivers.
 *
 * @param maxHeld the maximum number of messages of a queue that a call hides from other receivers
 */
@Component
record DeadLetterBrowser(DeadLetterStore store, int maxHeld, ProcessTime time) {
    /** The time after which a call receives no more messages. */
    static final Duration MAX_CALL = Duration.ofSeconds(20);

    /**
     * The visibility timeout of received messages: longer than a call, so that no message is received twice in it. The rest is for the requests in flight
     * and for releasing messages after its end.
     */
    static final Duration HIDDEN = MAX_CALL.plusSeconds(30);

    /** SQS allows 120,000 messages in flight. */
    private static final int MAX_HELD = 10_000;

    @Autowired
    DeadLetterBrowser(DeadLetterStore store, ProcessTime time) {
        this(store, MAX_HELD, time);
    }

    /**
     * The result of browsing a queue.
     *
     * @param complete false if a limit was reached: the queue may have more messages
     * @param hidden the approximate number of messages that are in flight in other calls
     */
    record Result(boolean complete, int hidden) {}

    /** Returns the monotonic time after this duration from now. */
    long after(Duration duration) {
        return time.nanoTime() + duration.toNanos();
    }

    /**
     * Reads until the queue is empty or a limit is reached.
     *
     * @param end the time at which to stop, see {@link #after}
     * @param visitor takes up to ten messages and returns those that it removed from the queue
     */
    Result browse(Queue queue, long end, UnaryOperator<List<DeadLetterMessage>> visitor) {
        Map<String, Handle> held = new HashMap<>();
        try {
            boolean more = true;
            while (more && held.size() < maxHeld && time.nanoTime() - end < 0) {
                List<DeadLetterMessage> messages = store.receive(queue, HIDDEN);
                more = !messages.isEmpty();
                List<DeadLetterMessage> unseen =
                        messages.stream().filter(message -> hold(message, held)).toList();
                visitor.apply(unseen)
                        .forEach(removed -> held.remove(removed.handle().id()));
            }
            return new Result(!more, Math.max(0, store.inFlight(queue) - held.size()));
        } finally {
            store.release(queue, held.values());
        }
    }

    /** Returns whether the message is new: SQS may deliver a hidden message again. */
    private static boolean hold(DeadLetterMessage message, Map<String, Handle> held) {
        return held.put(message.handle().id(), message.handle()) == null;
    }
}
