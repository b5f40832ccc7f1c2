package io.feedmill.common.queue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The queues. Each has a dead-letter queue, {@code <queue>-dead}. */
public enum Queue {
    /** Takes {@link QueueMessage.Plan}. */
    PUBLISH("publish", QueueSchema.VISIBILITY),
    /** Takes {@link QueueMessage.Deliver} and {@link QueueMessage.Repair}. */
    DELIVER("deliver", QueueSchema.VISIBILITY),
    /** Takes {@link QueueMessage.Views}. */
    VIEWS("views", Duration.ofMinutes(1)),
    /** Takes {@link PairMessage}. */
    UPKEEP("upkeep", QueueSchema.VISIBILITY);

    private final String suffix;
    private final Duration visibility;

    Queue(String suffix, Duration visibility) {
        this.suffix = suffix;
        this.visibility = visibility;
    }

    /** The visibility timeout of received messages. */
    public Duration visibility() {
        return visibility;
    }

    /** The name of the queue without the prefix. */
    public String suffix() {
        return suffix;
    }

    /** The queue with this suffix, if it exists. */
    public static Optional<Queue> ofSuffix(String suffix) {
        return Arrays.stream(values())
                .filter(queue -> queue.suffix.equals(suffix))
                .findFirst();
    }

    /** The queue of a message. */
    public static Queue of(QueueMessage message) {
        return switch (message) {
            case QueueMessage.Plan plan -> PUBLISH;
            case QueueMessage.Deliver deliver -> DELIVER;
            case QueueMessage.Repair repair -> DELIVER;
            case QueueMessage.Views views -> VIEWS;
            case PairMessage pair -> UPKEEP;
        };
    }
}
