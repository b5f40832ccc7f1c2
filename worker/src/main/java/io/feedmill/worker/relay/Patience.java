package io.feedmill.worker.relay;

import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.Backoff;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How long a job may stay without progress: twice the wait of the queues in which its messages are, and the minimum of the settings. So a long queue
 * does not make more messages. While the wait of a queue is unknown, the maximum back-off takes its place.
 *
 * @param unfollow the time that an unfollow takes by itself: its grace, and the wait for its second look
 * @param waits the longest wait of a queue's messages now; empty: unknown
 */
public record Patience(RelaySettings settings, Duration unfollow, Function<Queue, Optional<Duration>> waits) {
    private static final int WAITS = 2;

    /** An unfollow waits in its queue once for each look, and needs time for the looks themselves. */
    private static final int WAITS_OF_UNFOLLOW = 3;

    Duration of(JobState state) {
        Duration minimum = state == JobState.ACCEPTED ? settings.accepted() : settings.stalled();
        return longest(Stream.concat(Stream.of(minimum), queues(state).stream().map(queue -> of(queue, WAITS))));
    }

    /** Returns how long a follow or unfollow may stay without an end, or a rebuild without progress. */
    public Duration of(PairChange.Kind change) {
        return switch (change) {
            case FOLLOW -> longest(Stream.of(settings.accepted(), of(Queue.UPKEEP, WAITS)));
            case UNFOLLOW ->
                longest(Stream.of(settings.accepted(), of(Queue.UPKEEP, WAITS_OF_UNFOLLOW)))
                        .plus(unfollow);
            case REBUILD -> longest(Stream.of(settings.stalled(), of(Queue.UPKEEP, WAITS)));
        };
    }

    /** Returns the longest wait of a message now whose handler writes home feeds. */
    public Duration longestWait() {
        return longest(Stream.of(Queue.PUBLISH, Queue.DELIVER, Queue.UPKEEP).map(queue -> of(queue, 1)));
    }

    /** Returns the patience with the work that runs out of it first. */
    Duration shortest() {
        return Collections.min(List.of(
                of(JobState.ACCEPTED), of(JobState.PLANNING), of(JobState.DELIVERING), of(PairChange.Kind.FOLLOW)));
    }

    /** Returns the time until the next resend of a follow, unfollow or rebuild after this number of them. */
    public Duration backoff(PairChange.Kind change, int resends) {
        Duration patience = of(change);
        return longest(Stream.of(patience, new Backoff(patience, settings.maxBackoff()).ceiling(resends)));
    }

    /** Returns the time until the next resend after this number of them. The plan waits in its queue first, whatever the job waits for. */
    Duration backoff(JobState state, int resends) {
        Duration patience = of(state);
        Duration doubled = new Backoff(patience, settings.maxBackoff()).ceiling(resends);
        return longest(Stream.of(patience, doubled, of(Queue.PUBLISH, WAITS)));
    }

    /** Returns where a job of this state has messages: a plan, slices, or both. */
    private static List<Queue> queues(JobState state) {
        return switch (state) {
            case ACCEPTED -> List.of(Queue.PUBLISH);
            case PLANNING -> List.of(Queue.PUBLISH, Queue.DELIVER);
            case DELIVERING, COMPLETE -> List.of(Queue.DELIVER);
        };
    }

    private Duration of(Queue queue, int times) {
        return waits.apply(queue).map(wait -> wait.multipliedBy(times)).orElse(settings.maxBackoff());
    }

    private static Duration longest(Stream<Duration> durations) {
        return durations.max(Duration::compareTo).orElseThrow();
    }
}
