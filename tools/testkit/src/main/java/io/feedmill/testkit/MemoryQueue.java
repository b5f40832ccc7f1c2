package io.feedmill.testkit;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A queue in memory, without an order, whose messages may be received more than once, and whose sends may fail. Thread-safe. */
public final class MemoryQueue implements QueueSender {
    private final Clock clock;
    private final boolean attemptsWait;
    private final List<Sent> waiting = new ArrayList<>();
    private final List<SentAgain> sentAgain = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private Supplier<SendFault> faults = () -> SendFault.NONE;
    private RuntimeException failure = new StorageException(StorageException.Kind.TRANSIENT, "no answer");

    public MemoryQueue(Clock clock) {
        this(clock, true);
    }

    private MemoryQueue(Clock clock, boolean attemptsWait) {
        this.clock = clock;
        this.attemptsWait = attemptsWait;
    }

    /** Creates a queue whose further attempts are due at once, but for rechecks: their delays are random. */
    public static MemoryQueue ofSteps(Clock clock) {
        return new MemoryQueue(clock, false);
    }

    /**
     * A message.
     *
     * @param due when it can be received
     * @param receives how often it was received, with the next time
     */
    public record Sent(QueueMessage message, Duration delay, Instant due, int receives) {
        /** A message that was not received yet. */
        public Sent(QueueMessage message, Duration delay, Instant due) {
            this(message, delay, due, 1);
        }

        public Instant sentAt() {
            return due.minus(delay);
        }

        private Sent again() {
            return new Sent(message, delay, due, receives + 1);
        }
    }

    /** A message that was sent again as it was received. */
    public record SentAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {}

    /** What becomes of a send. */
    public enum SendFault {
        /** It succeeds. */
        NONE,
        /** Nothing is sent. */
        REFUSED,
        /** It is sent, and fails nevertheless. */
        ANSWER_LOST
    }

    @Override
    public synchronized void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
        send(() -> sentAgain.add(new SentAgain(queue, body, firstSentAt, delay)));
    }

    @Override
    public synchronized void send(QueueMessage message, Duration delay) {
        boolean waits =
                attemptsWait || message.attempt() == 0 || message.history().rechecks() > 0;
        Duration wait = waits ? delay : Duration.ZERO;
        Sent entry = new Sent(message, wait, clock.instant().plus(wait));
        send(() -> {
            waiting.add(entry);
            sent.add(entry);
        });
    }

    private void send(Runnable effect) {
        SendFault fault = faults.get();
        if (fault != SendFault.REFUSED) {
            effect.run();
        }
        if (fault != SendFault.NONE) {
            throw failure;
        }
    }

    /** Asks from now on before each send what becomes of it. Of a batch, a part may be sent. */
    public synchronized void faults(Supplier<SendFault> next) {
        faults = next;
    }

    /** Fails every send until {@link #recover()}. */
    public synchronized void failWith(RuntimeException exception) {
        failure = exception;
        faults(() -> SendFault.REFUSED);
    }

    public synchronized void recover() {
        faults(() -> SendFault.NONE);
    }

    /** Returns all messages that were sent again as they were received. None of them can be taken. */
    public synchronized List<SentAgain> sentAgain() {
        return List.copyOf(sentAgain);
    }

    /** Removes and returns the first message whose delay is over. */
    public synchronized Optional<QueueMessage> take() {
        Optional<Sent> next = due().stream().findFirst();
        next.ifPresent(waiting::remove);
        return next.map(Sent::message);
    }

    /** Returns the messages that can be received, in the order of their sends. */
    public synchronized List<Sent> due() {
        Instant now = clock.instant();
        return waiting.stream().filter(entry -> !entry.due().isAfter(now)).toList();
    }

    /** Returns when the next message can be received. */
    public synchronized Instant nextDue() {
        return waiting.stream().map(Sent::due).min(Comparator.naturalOrder()).orElseThrow();
    }

    /** Receives this message, which is hidden from others. */
    public synchronized void receive(Sent message) {
        waiting.remove(message);
    }

    /** Ends the visibility timeout of a received message, or lets one be received once more. */
    public synchronized void release(Sent message) {
        waiting.add(message.again());
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
