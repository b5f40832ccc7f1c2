package io.feedmill.common.queue;

/**
 * How many messages a queue holds, as SQS counts: approximately, and a moment late.
 *
 * @param visible those that the next poll may bring
 * @param inFlight those that somebody has received and not yet deleted
 * @param delayed those that become visible later
 */
public record QueueSize(long visible, long inFlight, long delayed) {

    /** All that it holds. */
    public long total() {
        return visible + inFlight + delayed;
    }
}
