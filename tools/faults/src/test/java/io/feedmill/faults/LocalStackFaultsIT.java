package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.server.NeedsDocker;
import io.feedmill.testkit.server.SharedLocalStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** The proxy in front of LocalStack, which answers for both services at one address. */
@NeedsDocker
@Tag("full")
@Timeout(180)
class LocalStackFaultsIT {
    @AutoClose
    private final FaultProxy proxy = FaultProxy.start(SharedLocalStack.endpoint(), Script.NONE, 0);

    @AutoClose
    private final DynamoDbClient dynamoDb = AwsClients.dynamoDb(proxy.endpoint());

    @AutoClose
    private final SqsClient sqs = AwsClients.sqs(proxy.endpoint());

    @Test
    void writesAreThrottledLeftOutAndAppliedWithoutAnAnswer() {
        String table = createTable();
        inject(new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT));
        assertThatThrownBy(() -> put(table, "throttled")).isInstanceOf(ProvisionedThroughputExceededException.class);
        inject(new Fault.Unprocessed(0.5));
        assertThat(putTen(table)).hasSizeBetween(1, 9);
        inject(new Fault.DropResponse());
        assertThatThrownBy(() -> put(table, "unanswered")).isInstanceOf(SdkClientException.class);
        proxy.replaceScript(Script.NONE);
        assertThat(isThere(table, "throttled")).isFalse();
        assertThat(isThere(table, "unanswered")).isTrue();
        dynamoDb.deleteTable(r -> r.tableName(table));
    }

    /** The client checks each message's digest. */
    @Test
    void aDeletedMessageIsDeliveredTwice() {
        String queue =
                sqs.createQueue(r -> r.queueName("faults-" + UUID.randomUUID())).queueUrl();
        inject(new Fault.Duplicate(1, new Distribution.Fixed(Duration.ZERO)));
        sqs.sendMessage(r -> r.queueUrl(queue).messageBody("one"));
        List<Message> deliveries = new ArrayList<>();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            List<Message> more = sqs.receiveMessage(r -> r.queueUrl(queue).waitTimeSeconds(1))
                    .messages();
            more.forEach(message -> sqs.deleteMessage(r -> r.queueUrl(queue).receiptHandle(message.receiptHandle())));
            deliveries.addAll(more);
            return deliveries.size() >= 2;
        });
        assertThat(deliveries).hasSize(2).extracting(Message::body).containsOnly("one");
        sqs.deleteQueue(r -> r.queueUrl(queue));
    }

    private String createTable() {
        String table = "faults-" + UUID.randomUUID();
        AwsClients.createTable(dynamoDb, table);
        dynamoDb.waiter().waitUntilTableExists(r -> r.tableName(table));
        return table;
    }

    private void inject(Fault fault) {
        proxy.replaceScript(Script.of(1, Rule.of(fault)));
    }

    private void put(String table, String pk) {
        dynamoDb.putItem(r -> r.tableName(table).item(key(pk)));
    }

    /** Returns the remaining messages. */
    private List<WriteRequest> putTen(String table) {
        List<WriteRequest> ten = IntStream.range(0, 10)
                .mapToObj(i -> WriteRequest.builder()
                        .putRequest(r -> r.item(key("item-" + i)))
                        .build())
                .toList();
        return dynamoDb.batchWriteItem(r -> r.requestItems(Map.of(table, ten)))
                .unprocessedItems()
                .getOrDefault(table, List.of());
    }

    private boolean isThere(String table, String pk) {
        return dynamoDb.getItem(r -> r.tableName(table).key(key(pk)).consistentRead(true))
                .hasItem();
    }

    private static Map<String, AttributeValue> key(String pk) {
        return Map.of("pk", AttributeValue.fromS(pk));
    }
}
