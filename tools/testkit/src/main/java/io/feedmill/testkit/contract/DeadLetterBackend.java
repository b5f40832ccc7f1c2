package io.feedmill.testkit.contract;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.queue.Queue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Dead-letter messages under test, in queues of their own, and what happens to the queues otherwise. */
public interface DeadLetterBackend {

    DeadLetterStore store();

    /** A worker puts a message aside. */
    void deadLetter(Queue queue, String reason, String body);

    /** SQS moves a message that it has handed out too often. */
    void wearOut(Queue queue, String body);

    /** Waits for so many messages in the queue, the dead ones not counted, and takes them out. */
    List<Arrived> arrived(Queue queue, int count);

    /** Lets time pass where it does not by itself. */
    void pass(Duration time);

    /** A message and its group; null: none. */
    record Arrived(String body, @Nullable String group) {}
}
