package io.feedmill.worker.relay;

import io.feedmill.common.queue.Queue;
import java.time.Duration;
import java.util.List;

/**
 * What open work waits for.
 *
 * @param name in logs
 * @param minPatience how long it may stay without progress while its queues are short
 * @param queues where it has messages
 * @param queueWaits how often a message may wait in its queue before the work is stalled
 * @param ownDelay how long the work waits by itself
 */
public record ResendPolicy(String name, Duration minPatience, List<Queue> queues, int queueWaits, Duration ownDelay) {
    private static final int WAITS = 2;

    /** Work that does not pause. Twice the wait of its queues is enough. */
    public ResendPolicy(String name, Duration minPatience, Queue... queues) {
        this(name, minPatience, List.of(queues), WAITS, Duration.ZERO);
    }
}
