package io.feedmill.common.queue;

import io.feedmill.common.queue.QueueMessage.Deliver;
import java.time.Duration;
import java.util.List;

/** Sends work to its queue, at least once. Thread-safe. */
public interface QueueSender {
    /** So many messages go in one request. */
    int BATCH = 10;

    /** Sends once the delay is over: 0 to 15 minutes. */
    void send(QueueMessage message, Duration delay);

    default void send(QueueMessage message) {
        send(message, Duration.ZERO);
    }

    /** Sends them in as few requests as it can. Where it throws, some may be sent and others not. */
    default void sendAll(List<Deliver> slices) {
        slices.forEach(this::send);
    }
}
