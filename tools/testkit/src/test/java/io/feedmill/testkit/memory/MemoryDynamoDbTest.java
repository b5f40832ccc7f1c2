package io.feedmill.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.Faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class MemoryDynamoDbTest {
    private static final Table TABLE = Table.of("posts");
    private static final String NAME = "t-posts";
    private static final Map<String, AttributeValue> KEY = Attributes.key("p", "1");

    private final SettableClock clock = new SettableClock();
    private final FaultRules faults = new FaultRules();
    private final MemoryDynamoDb database = new MemoryDynamoDb(clock).faults(faults);

    MemoryDynamoDbTest() {
        new TableSchema("t-").create(database, List.of(TABLE));
    }

    private void put(String sk, String text) {
        database.putItem(r -> r.tableName(NAME).item(Attributes.key("p", sk).string("text", text)));
    }

    private String text(boolean consistent) {
        AttributeValue text = database.getItem(r -> r.tableName(NAME).key(KEY).consistentRead(consistent))
                .item()
                .get("text");
        return text == null ? "" : text.s();
    }

    private int rows() {
        return database.query(r -> r.tableName(NAME)
                        .keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(Attributes.of().string(":pk", "p")))
                .count();
    }

    @Test
    void aRefusedCallHasTheFailureAndNoEffect() {
        TransactionCanceledException conflict = Errors.cancelled(1, 0, "TransactionConflict");
        for (DynamoDbException failure : List.of(Errors.throttled(NAME), Errors.noTable(), conflict)) {
            faults.add(call -> call.names(NAME), 1, call -> new Fault.Refused(failure));
            assertThatThrownBy(() -> transact("first")).isSameAs(failure);
        }
        assertThat(conflict.cancellationReasons())
                .extracting(CancellationReason::code)
                .containsExactly("TransactionConflict");
        assertThat(rows()).isZero();
    }

    @Test
    void aThrottleIsForItsTableKeyAndOperationOnly() {
        faults.add(
                call -> call.isOneOf(Operation.PUT_ITEM) && call.names(NAME, KEY),
                1,
                call -> new Fault.Refused(Errors.throttled(NAME, "TableWriteKeyRangeThroughputExceeded")));
        put("2", "other");
        assertThatThrownBy(() -> put("1", "first"))
                .isInstanceOfSatisfying(
                        ProvisionedThroughputExceededException.class,
                        e -> assertThat(e.throttlingReasons().getFirst().reason())
                                .isEqualTo("TableWriteKeyRangeThroughputExceeded"));
        assertThat(text(true)).isEmpty();
        put("1", "second");
        assertThat(text(true)).isEqualTo("second");
    }

    @Test
    void aWriteIsThereThoughItsAnswerIsLost() {
        faults.add(call -> call.names(NAME), 1, call -> new Fault.AnswerLost(Errors.noAnswer()));
        assertThatThrownBy(() -> put("1", "first")).isInstanceOf(ApiCallTimeoutException.class);
        assertThat(text(true)).isEqualTo("first");
    }

    @Test
    void aWriteIsAppliedAfterItsCallerGaveUp() {
        List<Runnable> late = new ArrayList<>();
        faults.add(
                call -> call.isOneOf(Operation.PUT_ITEM),
                1,
                call -> new Fault.AppliedLater(Errors.noAnswer(), late::add));
        assertThatThrownBy(() -> put("1", "late")).isInstanceOf(ApiCallTimeoutException.class);
        put("1", "retry");
        late.forEach(Runnable::run);
        assertThat(text(true)).isEqualTo("late");
    }

    @Test
    void onlyAnEventuallyConsistentReadLags() {
        put("1", "first");
        long seen = database.version();
        put("1", "second");
        put("2", "other");
        faults.always(call -> call.isOneOf(Operation.GET_ITEM, Operation.QUERY), call -> new Fault.AsOf(seen));
        assertThat(text(false)).isEqualTo("first");
        assertThat(text(true)).isEqualTo("second");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aBatchLeavesItemsUnprocessed() {
        faults.add(
                call -> true,
                1,
                call -> new Fault.Unprocessed(item -> item.key().equals(KEY)));
        BatchWriteItemResponse response = database.batchWriteItem(r ->
                r.requestItems(Map.of(NAME, List.of(BatchWriter.put(KEY), BatchWriter.put(Attributes.key("p", "2"))))));
        assertThat(response.unprocessedItems()).isEqualTo(Map.of(NAME, List.of(BatchWriter.put(KEY))));
        assertThat(rows()).isEqualTo(1);
    }

    private void transact(String text) {
        database.transactWriteItems(r -> r.clientRequestToken("token")
                .transactItems(TransactWriteItem.builder()
                        .update(u -> u.tableName(NAME)
                                .key(KEY)
                                .updateExpression("ADD times :one SET #text = :text")
                                .expressionAttributeNames(Map.of("#text", "text"))
                                .expressionAttributeValues(
                                        Attributes.of().number(":one", 1).string(":text", text)))
                        .build()));
    }

    @Test
    void aTokenLivesTenMinutes() {
        transact("first");
        clock.advance(Duration.ofMinutes(10));
        transact("first");
        clock.advance(Duration.ofSeconds(1));
        transact("first");
        assertThat(database.getItem(r -> r.tableName(NAME).key(KEY)).item().get("times"))
                .isEqualTo(AttributeValue.fromN("2"));
    }

    @Test
    void rowsExpireOnlyWhenAsked() {
        database.putItem(r -> r.tableName(NAME)
                .item(Attributes.key("p", "1").number("expires", clock.instant().getEpochSecond() + 1)));
        database.expire();
        assertThat(rows()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(rows()).isEqualTo(1);
        database.expire();
        assertThat(rows()).isZero();
    }

    @Test
    void whatItDoesNotKnowIsAnError() {
        assertThatThrownBy(() -> database.deleteItem(
                        r -> r.tableName(NAME).key(KEY).conditionExpression("attribute_type(pk, text)")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("attribute_type");
        assertThatThrownBy(() ->
                        database.deleteItem(r -> r.tableName(NAME).key(KEY).returnItemCollectionMetrics("SIZE")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("ReturnItemCollectionMetrics");
    }
}
