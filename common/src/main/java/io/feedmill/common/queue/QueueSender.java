package io.feedmill.common.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Sends work to its queue, at least once. Thread-safe. */
public interface QueueSender {
    /** The message attribute with the delay in seconds; absent without a delay. A received message does not tell it otherwise. */
    String DELAY = "delay";

    /** Maximum of messages of a request. */
    int BATCH = 10;

    /** The message attribute with the time at which a message that is sent again was first sent, in milliseconds since 1970. */
    String FIRST_SENT_AT = "firstSentAt";

    /**
     * The message attribute with the trace of the sender.
     *
     * @see <a href="https://www.w3.org/TR/trace-context/#traceparent-header">W3C Trace Context</a>
     */
    String TRACEPARENT = "traceparent";

    /** What {@link #TRACEPARENT} adds to the size of a message: its name, its type and its value. */
    int TRACE_BYTES = TRACEPARENT.length() + "String".length() + 55;

    /** Sends with this delay: 0 to 15 minutes. */
    void send(QueueMessage message, Duration delay);

    /** Sends a message as it was received, with this delay: 0 to 15 minutes. It has no message group, because its author is unknown. */
    void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay);

    default void send(QueueMessage message) {
        send(message, Duration.ZERO);
    }

    /** Sends them, which are of one queue, in as few requests as possible. If it throws, some may be sent. */
    default void sendAll(List<? extends QueueMessage> messages) {
        messages.forEach(this::send);
    }
}
