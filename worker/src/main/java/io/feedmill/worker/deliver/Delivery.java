package io.feedmill.worker.deliver;

import io.feedmill.common.queue.QueueMessage.Progress;

/** How far a delivery came. */
public sealed interface Delivery {

    /**
     * Every recipient's home feed says what the author's feed says.
     *
     * @param delivered so many of them have the post
     * @param reached where another attempt goes on that finds nothing left to write
     */
    record Done(int delivered, Progress reached) implements Delivery {}

    /** There was no time to finish, or the store did not take all of it for now; another attempt can go on from here. */
    record Unfinished(Progress progress) implements Delivery {}
}
