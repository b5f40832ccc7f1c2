package io.feedmill.worker.story;

import io.feedmill.common.queue.QueueMessage;
import java.util.Optional;

/** The source of a worker's messages. Public, so that a proxy may call it. */
public interface Inbox {

    /** Returns the next message; empty if none waits. */
    Optional<QueueMessage> take();
}
