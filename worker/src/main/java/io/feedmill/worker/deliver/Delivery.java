package io.feedmill.worker.deliver;

import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.queue.QueueMessage.Progress;

/** The result of a delivery. */
public sealed interface Delivery {

    /**
     * Every recipient's home feed agrees with the author's feed.
     *
     * @param delivered recipients who have the post
     * @param skipped all other recipients
     * @param reached the progress of a next attempt that has nothing left to write
     */
    record Done(int delivered, Skipped skipped, Progress reached) implements Delivery {}

    /** The time ran out, or the store did not accept all writes. The next attempt continues from here. */
    record Unfinished(Progress progress) implements Delivery {}
}
