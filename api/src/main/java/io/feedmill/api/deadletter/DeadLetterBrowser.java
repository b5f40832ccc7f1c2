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
 * Reads each dead-letter message of a queue once. SQS cannot browse a queue: up to {@code maxHeld} messages are received, then released. Until then,
 * or after a crash until their visibility timeout, they are hidden from other receivers.
 */
@Component
record DeadLetterBrowser(DeadLetterStore store, int maxHeld, ProcessTime time) {
    /** The time after which a call receives no more messages. */
    static final Duration MAX_CALL = Duration.ofSeconds(20);

    /** The visibility timeout: longer than a call, which receives no message twice, by the time for requests in flight and releases after it. */
    static final Duration HIDDEN = MAX_CALL.plusSeconds(30);

    /** SQS allows 120,000 messages in flight. */
    private static final int MAX_HELD = 10_000;

    @Autowired
    DeadLetterBrowser(DeadLetterStore store, ProcessTime time) {
        this(store, MAX_HELD, time);
    }

    /** Whether the queue was read to its end, within the limits, and about how many messages are in flight in other calls. */
    record Result(boolean complete, int hidden) {}

    long after(Duration duration) {
        return time.nanoTime() + duration.toNanos();
    }

    /** Reads until the queue is empty or a limit is reached; the visitor takes up to ten messages and returns those that it has removed. */
    Result browse(Queue queue, long end, UnaryOperator<List<DeadLetterMessage>> visitor) {
        Map<String, Handle> held = new HashMap<>();
        try {
            boolean more = true;
            while (more && held.size() < maxHeld && time.nanoTime() - end < 0) {
                List<DeadLetterMessage> messages = store.receive(queue, HIDDEN);
                more = !messages.isEmpty();
                // SQS may deliver a hidden message again
                List<DeadLetterMessage> unseen = messages.stream()
                        .filter(message -> held.put(message.handle().id(), message.handle()) == null)
                        .toList();
                visitor.apply(unseen)
                        .forEach(removed -> held.remove(removed.handle().id()));
            }
            return new Result(!more, Math.max(0, store.inFlight(queue) - held.size()));
        } finally {
            store.release(queue, held.values());
        }
    }
}
