package io.feedmill.common.queue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The queues. Each has a dead-letter queue, {@code <queue>-dead}. */
public enum Queue {
    /** Takes plans. */
    PUBLISH("publish", Duration.ofSeconds(90)),
    /** Takes slices and repairs. */
    DELIVER("deliver", Duration.ofSeconds(90)),
    /** Takes views. */
    VIEWS("views", Duration.ofMinutes(1)),
    /** Takes the upkeep of home feeds. */
    UPKEEP("upkeep", Duration.ofSeconds(90));

    /** The visibility timeout of queues whose messages are handled one at a time. */
    public static final Duration VISIBILITY = DELIVER.visibility;

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

    public static Optional<Queue> ofSuffix(String suffix) {
        return Arrays.stream(values())
                .filter(queue -> queue.suffix.equals(suffix))
                .findFirst();
    }
}
