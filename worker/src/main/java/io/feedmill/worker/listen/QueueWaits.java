package io.feedmill.worker.listen;

import static software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP;
import static software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT;
import static software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName.SENT_TIMESTAMP;

import io.feedmill.common.queue.QueueSender;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * The waits of received messages in their queue: from their sending to their first receipt, both by the clock of SQS, without the delay that they
 * were sent with.
 */
final class QueueWaits {
    /** SQS delays by 15 minutes at most. Foreign messages may have any text there. */
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,3}");

    private QueueWaits() {}

    /**
     * Returns the longest wait of the messages of a poll. Empty if none is received for the first time: a message that comes back waited for the
     * end of its visibility timeout.
     */
    static Optional<Duration> longest(Collection<Message> polled) {
        return polled.stream()
                .filter(message -> "1".equals(message.attributes().get(APPROXIMATE_RECEIVE_COUNT)))
                .map(QueueWaits::waitOf)
                .max(Comparator.naturalOrder());
    }

    private static Duration waitOf(Message message) {
        Map<MessageSystemAttributeName, String> times = message.attributes();
        long sent = Long.parseLong(times.getOrDefault(SENT_TIMESTAMP, "0"));
        long received = Long.parseLong(times.getOrDefault(APPROXIMATE_FIRST_RECEIVE_TIMESTAMP, "0"));
        Duration wait = Duration.ofMillis(received - sent).minus(delay(message));
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static Duration delay(Message message) {
        MessageAttributeValue delay = message.messageAttributes().get(QueueSender.DELAY);
        return delay != null
                        && delay.stringValue() != null
                        && SECONDS.matcher(delay.stringValue()).matches()
                ? Duration.ofSeconds(Long.parseLong(delay.stringValue()))
                : Duration.ZERO;
    }
}
