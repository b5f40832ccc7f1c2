package io.feedmill.common.queue;

import java.time.Duration;

/** Sends work to its queue, at least once. Thread-safe. */
public interface QueueSender {

    /** Sends once the delay is over: 0 to 15 minutes. */
    void send(QueueMessage message, Duration delay);

    default void send(QueueMessage message) {
        send(message, Duration.ZERO);
    }
}
