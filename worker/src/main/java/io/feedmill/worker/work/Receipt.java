package io.feedmill.worker.work;

import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.springframework.messaging.Message;

/** The receipt of a message from SQS: how often it was delivered, with this time; when it was first sent, by whichever worker; and when received. */
public record Receipt(int count, Instant sentAt, Instant at) {
    /** A redelivery of an old message: of that, nothing is assumed. */
    public static final Receipt UNKNOWN = new Receipt(2, Instant.EPOCH, Instant.EPOCH.plus(Duration.ofDays(1)));

    private static final int MAX_HANDLERS = 4;

    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");

    public static Receipt of(Message<String> message, Instant at) {
        OptionalInt count = count(message);
        Object sent = message.getHeaders().get(MessageSystemAttributes.SQS_SENT_TIMESTAMP);
        return count.isEmpty() || sent == null
                ? UNKNOWN
                : new Receipt(count.getAsInt(), firstSentAt(message, millis(sent)), at);
    }

    /** Foreign messages may have any text there, or a time after they were sent: they would never be old. */
    private static Instant firstSentAt(Message<String> message, Instant sentAt) {
        Object first = message.getHeaders().get(QueueSender.FIRST_SENT_AT);
        return first != null
                        && MILLIS.matcher(first.toString()).matches()
                        && millis(first).isBefore(sentAt)
                ? millis(first)
                : sentAt;
    }

    private static Instant millis(Object time) {
        return Instant.ofEpochMilli(Long.parseLong(time.toString()));
    }

    /** Returns how often SQS has delivered the message, with this time; empty if it does not say. */
    public static OptionalInt count(Message<String> message) {
        Object count = message.getHeaders().get(MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT);
        return count == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(count.toString()));
    }

    /** Whether an earlier handler may have worked on this message and died. */
    public boolean isRedelivery() {
        return count > 1;
    }

    /** Whether an earlier handler may still work on this message. One that is received more often than this fails each time. */
    public boolean mayHaveTwoHandlers() {
        return isRedelivery() && count <= MAX_HANDLERS;
    }

    /** Whether an earlier handler may have worked on this message, or on an earlier attempt of the same work. */
    public boolean isRepeated(QueueMessage message) {
        return isRedelivery() || message.attempt() > 0;
    }

    public Duration age() {
        return Duration.between(sentAt, at);
    }

    /** The time since the first attempt of the message was sent. */
    public Duration age(QueueMessage message) {
        Instant first = message.history().firstSentAt();
        return Duration.between(first == null ? sentAt : first, at);
    }
}
