package io.feedmill.worker.protocol;

import io.feedmill.common.queue.QueueMessage;
import java.util.Optional;

/** Where a worker asks for messages; public, so that a proxy may call it. */
public interface Inbox {

    /** A message, if one waits. */
    Optional<QueueMessage> take();
}
