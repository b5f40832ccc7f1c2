package io.feedmill.worker.relay;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.Backoff;
import io.feedmill.worker.relay.WorkType.ResendPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How long work may stay without progress: a multiple of the wait of the queues in which its messages are, and at least the minimum of its stage. So a
 * long queue does not make more messages. While the wait of a queue is unknown, the maximum back-off, which also limits the time between two resends,
 * takes its place.
 */
public record Patience(Duration maxBackoff, Function<Queue, Optional<Duration>> waits) {
    /** The queues whose handlers write home feeds. */
    public static final List<Queue> WRITE_HOMES = List.of(Queue.PUBLISH, Queue.DELIVER, Queue.UPKEEP);

    private static final int WAITS_OF_RESEND = 2;

    public Duration of(ResendPolicy policy) {
        Stream<Duration> inQueues = policy.queues().stream().map(queue -> wait(queue, policy.queueWaits()));
        return longest(Stream.concat(Stream.of(policy.minPatience()), inQueues)).plus(policy.ownDelay());
    }

    /** Returns the time until the next resend after this number of them. The message waits in this queue first, whatever the work waits for. */
    public Duration backoff(ResendPolicy policy, Queue queue, int resends) {
        Duration patience = of(policy);
        Duration doubled = new Backoff(patience, maxBackoff).ceiling(resends);
        return longest(Stream.of(patience, doubled, wait(queue, WAITS_OF_RESEND)));
    }

    /** Returns the longest wait of a message now whose handler writes home feeds. */
    public Duration longestWait() {
        return longest(WRITE_HOMES.stream().map(queue -> wait(queue, 1)));
    }

    private Duration wait(Queue queue, int times) {
        return waits.apply(queue).map(wait -> wait.multipliedBy(times)).orElse(maxBackoff);
    }

    private static Duration longest(Stream<Duration> durations) {
        return durations.max(Duration::compareTo).orElseThrow();
    }
}
