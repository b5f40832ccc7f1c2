package io.feedmill.common.queue;

/** Where messages go that no handler can understand. Thread-safe. */
public interface DeadLetters {

    /** Puts the message aside, with the reason. */
    void putAside(Queue queue, String body, String reason);
}
