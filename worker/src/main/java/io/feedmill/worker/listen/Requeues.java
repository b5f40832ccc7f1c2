package io.feedmill.worker.listen;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Backoff;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.MessageHandlers;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Sends unfinished work as a new message: without a delay while the process stops, because another worker can do it at once. */
@Component
public record Requeues(
        QueueSender sender,
        MessageHandlers handlers,
        QueueMetrics metrics,
        WorkDeadlines deadlines,
        ListenerSettings settings,
        RandomGenerator random,
        FailureLog failures) {
    private static final Logger LOG = LoggerFactory.getLogger(Requeues.class);

    /** The delays of messages that wait for a worker of a newer version. */
    private static final Duration MIN_WAIT = Duration.ofSeconds(2);

    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

    private static final Backoff DELAYS = new Backoff(Duration.ofSeconds(2), HandlerLife.MAX_REQUEUE);

    @Bean
    public static FailureLog progressFailures() {
        return new FailureLog(LOG, "Cannot record progress", "Progress recorded again");
    }

    public void send(Handled handled) {
        switch (handled) {
            case Handled.Done done -> {
                // the message is acknowledged
            }
            case Handled.Continue next -> send(next.message(), unlessStopping(next.delay()));
            case Handled.Wait wait -> send(wait.message(), settings.life().untilSecondLook());
            case Handled.Requeue unfinished -> requeue(unfinished);
        }
    }

    private Duration unlessStopping(Duration delay) {
        return deadlines.stopping() ? Duration.ZERO : delay;
    }

    private void send(QueueMessage message, Duration delay) {
        try {
            sender.send(message, delay);
        } catch (StorageException e) {
            about(message, LOG.atError())
                    .setCause(e)
                    .log("Cannot requeue message, delivered again after its visibility timeout");
            throw e;
        }
    }

    static LoggingEventBuilder about(QueueMessage message, LoggingEventBuilder event) {
        return event.addKeyValue(message.subject(), message.id()).addKeyValue("attempt", message.attempt());
    }

    /** Sends work once more for the time when none of its handlers of now lives any more. */
    void recheck(QueueMessage message) {
        send(message, settings.life().max());
        metrics.rechecked(message.type().queue()).increment();
    }

    private void requeue(Handled.Requeue unfinished) {
        QueueMessage message = unfinished.message();
        metrics.requeued(message.type().queue()).increment();
        Span.current().setAttribute("requeued", unfinished.reason().value());
        Duration delay = unlessStopping(delay(message.attempt()));
        send(message, delay);
        failures.record(
                () -> { // without this record, the relay would send work twice that waits for the table
                    handlers.requeued(message, unfinished.reason(), delay);
                    return true;
                });
    }

    /** Sends a message as it was received, with a delay that grows with its age. Returns false if it has been sent for too long. */
    boolean requeueForNewerVersion(Queue queue, String body, Receipt receipt) {
        Duration age = receipt.age();
        if (age.compareTo(settings.newerVersions()) >= 0) {
            return false;
        }
        Duration delay = Duration.ofMillis(Math.clamp(age.toMillis(), MIN_WAIT.toMillis(), MAX_WAIT.toMillis()));
        sender.sendAgain(queue, body, receipt.sentAt(), unlessStopping(delay));
        metrics.requeued(queue).increment();
        return true;
    }

    /** Doubles with each attempt; between half of it and all of it at random. */
    private Duration delay(int attempt) {
        Duration ceiling = DELAYS.ceiling(attempt);
        long half = ceiling.toMillis() / 2;
        return Duration.ofMillis(half + random.nextLong(half + 1));
    }
}
