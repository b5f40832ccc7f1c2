package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.Http;
import io.feedmill.api.ServerTest;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.Race;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import tools.jackson.databind.JsonNode;

/** Dead-letter messages in real queues. */
@Tag("full")
@ServerTest
record RedriveIT(Http http, LedgerStore ledger, SqsClient sqs) {
    private static final int POISON = 23;

    @Test
    void concurrentRedrivesMoveEachMessageOnceAndAreInTheLedger() {
        IntStream.range(0, POISON).forEach(i -> deadLetter("poison " + i, "not-json"));
        deadLetter("another", "no-such-job");
        Instant begin = Instant.now();
        assertThat(redrive(true).path("matched").intValue()).isEqualTo(POISON);
        List<JsonNode> answers = Race.of(2, () -> redrive(false));
        assertThat(answers.stream()
                        .mapToInt(answer -> answer.path("moved").intValue())
                        .sum())
                .isEqualTo(POISON);
        assertThat(bodies())
                .hasSize(POISON)
                .doesNotHaveDuplicates()
                .allSatisfy(body -> assertThat(body).startsWith("poison"));
        assertThat(redrive(false).path("complete").booleanValue()).isTrue();
        assertThat(counts()).isEqualTo(Map.of("no-such-job", 1));
        assertThat(movedByTheLedger(begin)).isEqualTo(POISON);
    }

    private JsonNode redrive(boolean dryRun) {
        String body = "{\"reason\": \"not-json\", \"rate\": 1000, \"dryRun\": " + dryRun + "}";
        return http.post("/v1/admin/dead-letters/deliver:redrive", body).json();
    }

    private Map<String, Integer> counts() {
        JsonNode items = http.get("/v1/admin/dead-letters").json().path("items");
        return items.valueStream()
                .collect(Collectors.toMap(
                        item -> item.path("reason").asString(),
                        item -> item.path("count").intValue()));
    }

    private long movedByTheLedger(Instant begin) {
        QuarterHour first = QuarterHour.of(begin);
        return Stream.of(first, first.next())
                .flatMap(quarter -> Ledgers.entries(ledger, quarter).stream())
                .mapToLong(entry -> entry instanceof LedgerEntry.Redriven redriven ? redriven.moved() : 0)
                .sum();
    }

    private void deadLetter(String body, String reason) {
        MessageAttributeValue value = MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(reason)
                .build();
        sqs.sendMessage(
                r -> r.queueUrl(url("api-deliver-dead")).messageBody(body).messageAttributes(Map.of("reason", value)));
    }

    /** Receives all messages of the queue. */
    private List<String> bodies() {
        return Stream.generate(() -> receive(url("api-deliver")))
                .takeWhile(messages -> !messages.isEmpty())
                .flatMap(List::stream)
                .map(Message::body)
                .toList();
    }

    private List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10).waitTimeSeconds(1))
                .messages();
    }

    private String url(String name) {
        return sqs.getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
