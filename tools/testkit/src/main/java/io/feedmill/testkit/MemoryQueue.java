package io.feedmill.testkit;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A queue in memory, without an order, whose sends may fail. Thread-safe. */
public final class MemoryQueue implements QueueSender {
    private final Clock clock;
    private final List<Sent> waiting = new ArrayList<>();
    private final List<SentAgain> sentAgain = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private @Nullable RuntimeException failure;

    public MemoryQueue(Clock clock) {
        this.clock = clock;
    }

    /** A message, and when it can be received. */
    public record Sent(QueueMessage message, Duration delay, Instant due) {
        public Instant sentAt() {
            return due.minus(delay);
        }
    }

    /** A message that was sent again as it was received. */
    public record SentAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {}

    @Override
    public synchronized void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
        requireWell();
        sentAgain.add(new SentAgain(queue, body, firstSentAt, delay));
    }

    @Override
    public synchronized void send(QueueMessage message, Duration delay) {
        requireWell();
        Sent entry = new Sent(message, delay, clock.instant().plus(delay));
        waiting.add(entry);
        sent.add(entry);
    }

    private void requireWell() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Fails every send until {@link #recover()}. */
    public synchronized void failWith(RuntimeException exception) {
        failure = exception;
    }

    public synchronized void recover() {
        failure = null;
    }

    /** Returns all messages that were sent again as they were received. None of them can be taken. */
    public synchronized List<SentAgain> sentAgain() {
        return List.copyOf(sentAgain);
    }

    /** Removes and returns the first message whose delay is over. */
    public synchronized Optional<QueueMessage> take() {
        Instant now = clock.instant();
        Optional<Sent> next =
                waiting.stream().filter(entry -> !entry.due().isAfter(now)).findFirst();
        next.ifPresent(waiting::remove);
        return next.map(Sent::message);
    }

    /** Returns the waiting messages, due or not, in the order of their sends. */
    public synchronized List<Sent> waiting() {
        return List.copyOf(waiting);
    }

    /** Returns all messages that were ever sent. */
    public synchronized List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** Removes all waiting messages. */
    public synchronized void lose() {
        waiting.clear();
    }
}
