package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

class PolledMessagesTest {
    private static final long SENT = 1_772_366_400_000L;

    private static Message message(int receives, int millis, @Nullable String delay) {
        return Message.builder()
                .attributes(Map.of(
                        MessageSystemAttributeName.SENT_TIMESTAMP, Long.toString(SENT),
                        MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP, Long.toString(SENT + millis),
                        MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, Integer.toString(receives)))
                .messageAttributes(
                        delay == null
                                ? Map.of()
                                : Map.of(
                                        "delay",
                                        MessageAttributeValue.builder()
                                                .dataType("String")
                                                .stringValue(delay)
                                                .build()))
                .build();
    }

    private static Message after(int millis) {
        return message(1, millis, null);
    }

    @Test
    void theLongestWaitOfAPollCounts() {
        assertThat(PolledMessages.longestWait(List.of(after(10), after(7_000), after(0))))
                .contains(Duration.ofSeconds(7));
    }

    @Test
    void theDelayOfAMessageIsNoWait() {
        assertThat(PolledMessages.longestWait(List.of(message(1, 65_000, "60"))))
                .contains(Duration.ofSeconds(5));
        assertThat(PolledMessages.longestWait(List.of(message(1, 59_900, "60"))))
                .contains(Duration.ZERO);
    }

    /** The library drops a message with an attribute that it cannot convert. */
    @Test
    void onlyOwnAttributesStay() {
        MessageAttributeValue own = MessageAttributeValue.builder()
                .dataType("String")
                .stringValue("1")
                .build();
        MessageAttributeValue number = own.toBuilder().dataType("Number.none").build();
        Message foreign = Message.builder()
                .messageAttributes(Map.of("traceparent", own, "JavaType", own, "delay", number, "firstSentAt", own))
                .build();
        assertThat(PolledMessages.withoutForeignAttributes(List.of(foreign)))
                .singleElement()
                .satisfies(message ->
                        assertThat(message.messageAttributes()).containsOnlyKeys("traceparent", "firstSentAt"));
    }

    /** They would make a worker wait for minutes after each worker that dies. */
    @Test
    void messagesThatComeBackDoNotCount() {
        assertThat(PolledMessages.longestWait(List.of(message(2, 500_000, null))))
                .isEmpty();
        assertThat(PolledMessages.longestWait(List.of(message(2, 500_000, null), after(1_000))))
                .contains(Duration.ofSeconds(1));
    }

    @Test
    void aForeignDelayIsIgnored() {
        for (String foreign : List.of("soon", "-5", "1.5", "99999999999999999999", "")) {
            assertThat(PolledMessages.longestWait(List.of(message(1, 8_000, foreign))))
                    .contains(Duration.ofSeconds(8));
        }
        assertThat(PolledMessages.longestWait(List.of(Message.builder().build())))
                .isEmpty();
    }
}
