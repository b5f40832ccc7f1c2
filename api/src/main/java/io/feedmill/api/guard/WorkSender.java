package io.feedmill.api.guard;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.trace.Traces;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sends the messages of work that is stored, without letting the call wait. Up to a number of sends run at once beside the calls; a call beyond them sends
 * before it answers. A failure is not the client's: the outbox row is stored, and the relay sends the message. Thread-safe.
 */
public final class WorkSender {
    private static final Logger LOG = LoggerFactory.getLogger(WorkSender.class);

    private final QueueSender queue;
    private final ApiMetrics metrics;
    private final int max;
    private final Semaphore permits;

    /** @param max the number of sends for which no call waits */
    public WorkSender(QueueSender queue, ApiMetrics metrics, int max) {
        this.queue = queue;
        this.metrics = metrics;
        this.max = max;
        this.permits = new Semaphore(max);
    }

    public void send(QueueMessage message) {
        send(message, Duration.ZERO);
    }

    public void send(QueueMessage message, Duration delay) {
        Traces.describe(message);
        if (permits.tryAcquire()) {
            Thread.startVirtualThread(Context.current().wrap(() -> sendBesideCall(message, delay)));
        } else {
            sendOrLeave(message, delay);
        }
    }

    private void sendBesideCall(QueueMessage message, Duration delay) {
        try {
            sendOrLeave(message, delay);
        } finally {
            permits.release();
        }
    }

    private void sendOrLeave(QueueMessage message, Duration delay) {
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

    /** Waits for the sends in progress. Each ends within the timeout of a call. */
    public void join() {
        permits.acquireUninterruptibly(max);
        permits.release(max);
    }

    /** A breaker logs why it opens: not a line for each message that it rejects. */
    private static boolean breakerLogged(RuntimeException failure) {
        return failure instanceof StorageException e && (e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN);
    }
}
