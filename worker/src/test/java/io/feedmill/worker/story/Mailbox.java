package io.feedmill.worker.story;

import io.feedmill.common.fanout.JobMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A queue in memory whose messages are received in any order, and come back with a count of their receives. */
final class Mailbox implements QueueSender {
    private final Clock clock;
    private final List<Mail> waiting = new ArrayList<>();

    Mailbox(Clock clock) {
        this.clock = clock;
    }

    /**
     * A message.
     *
     * @param receives with the next one
     */
    record Mail(QueueMessage body, Instant sentAt, Instant due, int receives) {

        /** Whether an earlier handler did not finish its work. */
        boolean isRepeated() {
            return receives > 1 || body.attempt() > 0;
        }
    }

    /** The delays of further attempts are drawn at random: here, they are due at once. That of a recheck holds. */
    @Override
    public void send(QueueMessage message, Duration delay) {
        Instant now = clock.instant();
        boolean isRecheck = message instanceof JobMessage work && work.history().rechecks() > 0;
        waiting.add(new Mail(message, now, message.attempt() > 0 && !isRecheck ? now : now.plus(delay), 1));
    }

    @Override
    public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
        throw new UnsupportedOperationException("no message is of a newer version");
    }

    List<Mail> due() {
        Instant now = clock.instant();
        return waiting.stream().filter(mail -> !mail.due().isAfter(now)).toList();
    }

    Instant nextDue() {
        return waiting.stream().map(Mail::due).min(Comparator.naturalOrder()).orElseThrow();
    }

    void take(Mail mail) {
        waiting.remove(mail);
    }

    /** Lets a message be received once more. */
    void putBack(Mail mail) {
        waiting.add(new Mail(mail.body(), mail.sentAt(), mail.due(), mail.receives() + 1));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether work waits that an earlier handler did not finish. */
    boolean hasUnfinished() {
        return waiting.stream().anyMatch(Mail::isRepeated);
    }
}
