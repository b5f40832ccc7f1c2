package io.feedmill.worker.message;

import io.feedmill.common.queue.QueueMessage;
import java.time.Duration;

/** What came of a message. */
public sealed interface Handled {

    /** Its work is done, or is somebody else's: acknowledge. */
    record Done() implements Handled {}

    /** Its work could not be finished in time: send this with a growing delay (none at a stop), then acknowledge. */
    record Requeue(QueueMessage message) implements Handled {}

    /** Its work goes on in this message, at once or when some of what is pending is done: send it, then acknowledge. */
    record GoOn(QueueMessage message, Duration delay) implements Handled {}
}
