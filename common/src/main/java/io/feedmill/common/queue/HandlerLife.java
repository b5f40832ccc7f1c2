package io.feedmill.common.queue;

import io.feedmill.common.dynamo.DynamoClients;
import java.time.Duration;

/**
 * How long a handler of a message of any worker may write, from the receipt to the end of its last write; not counted are the 10 s in which it mends a
 * write that was answered late. Every wait for earlier handlers is derived from this.
 */
public record HandlerLife(Duration max) {
    /** The maximum of {@code feedmill.listeners.deadline}. */
    public static final int MAX_DEADLINE_SECONDS = 60;

    /** With the maximum deadline. */
    public static final HandlerLife LONGEST = of(Duration.ofSeconds(MAX_DEADLINE_SECONDS));

    /** The longest delay of work that is requeued. */
    public static final Duration MAX_REQUEUE = Duration.ofMinutes(5);

    /** {@link #untilLastWrite} with the maximum deadline, Feedmill's own visibility timeout, and queues in which nothing waits. */
    public static final Duration LAST_WRITE = LONGEST.untilLastWrite(Queue.VISIBILITY, Duration.ZERO);

    /** The life by the longest deadline of the workers: those with shorter ones may run beside those with longer ones. */
    public static HandlerLife of(Duration deadline) {
        return new HandlerLife(deadline.plus(DynamoClients.CALL_TIMEOUT));
    }

    /**
     * Returns the time from the first look of an unfollow to its second one. A plan that read the followers before the unfollow sends in its first
     * life, its slice counts as new for one more, and the slice's handler lives one more.
     */
    public Duration untilSecondLook() {
        return max.multipliedBy(3);
    }

    /** Returns the time after which the message of a dead handler is received again: the handler extended it for up to its life, by this timeout. */
    public Duration untilReceivedAgain(Duration visibility) {
        return max.plus(visibility);
    }

    /**
     * Returns the time after which no handler writes what it read before, and what it wrote is mended, by the longest visibility timeout of the queues
     * whose handlers write home feeds, and the longest wait of their messages. A handler writes, cannot read again, and requeues its work; the next one
     * dies, and its message is received again; that handler lives for {@link #max}, has the same work looked at again as much later, and that handler
     * lives as long. Each of the three messages waits in its queue.
     */
    public Duration untilLastWrite(Duration visibility, Duration wait) {
        Duration requeued = max.plus(MAX_REQUEUE);
        return requeued.plus(untilReceivedAgain(visibility)).plus(max.plus(wait).multipliedBy(3));
    }
}
