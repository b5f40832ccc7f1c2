package io.feedmill.testkit.contract;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.queue.Queue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dead-letter store under test with its own queues, and the actions of workers and of SQS on them. */
public interface DeadLetterBackend {

    DeadLetterStore store();

    /** Sends a message to the dead-letter queue, as a worker does. */
    void deadLetter(Queue queue, String reason, String body);

    /** Moves a message that was received too often, as SQS does. */
    void wearOut(Queue queue, String body);

    /** Waits for this number of messages in the queue and removes them. Dead-letter messages do not count. */
    List<Arrived> arrived(Queue queue, int count);

    /** Advances the backend's clock; does nothing in a real server. */
    void pass(Duration time);

    /** A message and its message group; null: none. */
    record Arrived(String body, @Nullable String group) {}
}
