package io.feedmill.worker.relay;

import io.feedmill.common.queue.Queue;
import java.time.Duration;
import java.util.List;

/**
 * What open work waits for.
 *
 * @param name in logs
 * @param minimum how long it may stay without progress while its queues are short
 * @param queues where it has messages
 * @param waits how often a message may wait in its queue before the work is stalled
 * @param pause how long the work waits by itself
 */
public record Stage(String name, Duration minimum, List<Queue> queues, int waits, Duration pause) {
    private static final int WAITS = 2;

    /** Work that does not pause. Twice the wait of its queues is enough. */
    public Stage(String name, Duration minimum, Queue... queues) {
        this(name, minimum, List.of(queues), WAITS, Duration.ZERO);
    }
}
