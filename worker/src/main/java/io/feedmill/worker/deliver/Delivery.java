package io.feedmill.worker.deliver;

import io.feedmill.common.queue.QueueMessage.Progress;

/** How far a delivery came. */
public sealed interface Delivery {

    /** Every recipient's home feed says what the author's feed says; so many of them have the post. */
    record Done(int delivered) implements Delivery {}

    /** There was no time to finish; another attempt can go on from here. */
    record Unfinished(Progress progress) implements Delivery {}
}
