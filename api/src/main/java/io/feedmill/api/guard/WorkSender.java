package io.feedmill.api.guard;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.trace.Traces;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Sends the messages of work that is stored. A failure is not the client's: the outbox row is stored, and the relay sends the message. */
@Component
public record WorkSender(QueueSender queue, ApiMetrics metrics) {
    private static final Logger LOG = LoggerFactory.getLogger(WorkSender.class);

    public void send(QueueMessage message) {
        send(message, Duration.ZERO);
    }

    public void send(QueueMessage message, Duration delay) {
        Traces.describe(message);
        try {
            queue.send(message, delay);
        } catch (RuntimeException e) {
            metrics.count(
                    switch (message.type().queue()) {
                        case PUBLISH, DELIVER -> Event.PLANS_UNSENT;
                        case UPKEEP, VIEWS -> Event.RECONCILES_UNSENT;
                    });
            LOG.atLevel(breakerLogged(e) ? Level.DEBUG : Level.WARN)
                    .addKeyValue(message.subject(), message.id())
                    .addKeyValue("type", message.type().name())
                    .setCause(e)
                    .log("Message not sent, left to the relay");
        }
    }

    /** A breaker logs why it opens: not a line for each message that it rejects. */
    private static boolean breakerLogged(RuntimeException failure) {
        return failure instanceof StorageException e && (e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN);
    }
}
