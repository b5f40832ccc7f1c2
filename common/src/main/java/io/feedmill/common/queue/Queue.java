package io.feedmill.common.queue;

import java.util.Arrays;
import java.util.Optional;

/** The queues. Each has a dead-letter queue beside it, {@code <queue>-dead}. */
public enum Queue {
    /** Takes {@link QueueMessage.Plan}. */
    PUBLISH("publish"),
    /** Takes {@link QueueMessage.Deliver} and {@link QueueMessage.Repair}. */
    DELIVER("deliver");

    private final String suffix;

    Queue(String suffix) {
        this.suffix = suffix;
    }

    /** The queue's name behind the prefix. */
    public String suffix() {
        return suffix;
    }

    /** The queue with this suffix, if there is one. */
    public static Optional<Queue> ofSuffix(String suffix) {
        return Arrays.stream(values())
                .filter(queue -> queue.suffix.equals(suffix))
                .findFirst();
    }

    /** Where a message belongs. */
    public static Queue of(QueueMessage message) {
        return switch (message) {
            case QueueMessage.Plan plan -> PUBLISH;
            case QueueMessage.Deliver deliver -> DELIVER;
            case QueueMessage.Repair repair -> DELIVER;
        };
    }
}
