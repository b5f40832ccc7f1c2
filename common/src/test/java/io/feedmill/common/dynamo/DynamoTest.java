package io.feedmill.common.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.FakeClient;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.TransactionResult.Committed;
import io.feedmill.common.dynamo.TransactionResult.ConditionFailed;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.follow.FollowRows;
import io.feedmill.common.publish.PostRows;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class DynamoTest {
    private final FakeClient client = new FakeClient();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Duration> sleeps = new ArrayList<>();
    private long now;
    private final Dynamo dynamo = behind(StorageGate.open());

    private TransactionResult transact() {
        return dynamo.transact(List.of(dynamo.put(FeedRows.HOMES, key("a"))));
    }

    private void commits() {
        client.answers(request -> TransactWriteItemsResponse.builder().build());
    }

    private int transactions() {
        return client.requests(TransactWriteItemsRequest.class).size();
    }

    private void assertFails(Kind kind, String reason, int calls) {
        assertThatThrownBy(this::transact).isInstanceOf(StorageException.class).hasMessage(kind + ": " + reason);
        assertThat(transactions()).isEqualTo(calls);
    }

    @Test
    void aTransactionWithoutConflictIsOneCall() {
        commits();
        assertThat(transact()).isEqualTo(new Committed());
        assertThat(transactions()).isEqualTo(1);
    }

    private Dynamo behind(StorageGate gate) {
        return new Dynamo(
                client.as(DynamoDbClient.class),
                new TableSchema("t-"),
                new DynamoMetrics(meters, List.of()),
                gate,
                new Timing(new SuspendSafeClock(() -> now, InstantSource.system()), sleeps::add, new Random(1)));
    }

    @Test
    void aRejectedCallIsNeitherMadeNorRepeated() {
        commits();
        Dynamo closed = behind(call -> {
            throw new StorageException(Kind.REJECTED, "BreakerOpen");
        });
        assertThatThrownBy(() -> closed.transact(List.of()))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REJECTED));
        assertThat(transactions()).isZero();
        assertThat(sleeps).isEmpty();
    }

    /** Each attempt takes as long as it may, and waits for the gate before: notes of shards count on the sum. */
    @Test
    void theLongestCallIsBounded() {
        client.answers(request -> {
            now += DynamoClients.ATTEMPT_TIMEOUT.toNanos();
            throw FakeClient.error("InternalServerError", 500);
        });
        Dynamo slow = behind(call -> {
            now += Duration.ofMillis(500).toNanos();
            return new StorageGate.CallPermit() {};
        });
        assertThatThrownBy(() -> slow.transact(List.of())).isInstanceOf(StorageException.class);
        assertThat(transactions()).isGreaterThan(1);
        assertThat(Duration.ofNanos(now)).isLessThanOrEqualTo(DynamoClients.LONGEST_CALL);
    }

    /** Notes of shards count on it. The gate may take all of the time before the last attempt. */
    @Test
    void aBriefCallIsShorter() {
        now = 0;
        List<Duration> timeouts = new ArrayList<>();
        client.answers(request -> {
            Duration timeout = ((TransactWriteItemsRequest) request)
                    .overrideConfiguration()
                    .flatMap(RequestOverrideConfiguration::apiCallTimeout)
                    .orElseThrow();
            timeouts.add(timeout);
            now += transactions() < 3 ? Duration.ofMillis(100).toNanos() : timeout.toNanos();
            throw FakeClient.error("InternalServerError", 500);
        });
        Dynamo gated = behind(call -> {
            now += Duration.ofMillis(100).toNanos();
            return new StorageGate.CallPermit() {};
        });
        assertThatThrownBy(() -> gated.brief().transact(List.of())).isInstanceOf(StorageException.class);
        assertThat(timeouts).hasSizeGreaterThan(1);
        assertThat(Duration.ofNanos(now)).isLessThanOrEqualTo(DynamoClients.LONGEST_BRIEF_CALL);
    }

    /** The process stood still: its call may not reach the store any more. */
    @Test
    void noAttemptBeginsWhenItCouldEndTooLate() {
        commits();
        Duration latest = DynamoClients.LONGEST_CALL.minus(DynamoClients.ATTEMPT_TIMEOUT);
        now = 0;
        Dynamo late = behind(call -> {
            now += latest.toNanos() + 1;
            return new StorageGate.CallPermit() {};
        });
        assertThatThrownBy(() -> late.transact(List.of()))
                .isInstanceOf(StorageException.class)
                .hasMessage("REJECTED: TooLate");
        assertThat(transactions()).isZero();
    }

    /** The monotonic clock stands still while a machine is suspended. */
    @Test
    void timeCountsByTheLaterClock() {
        Instant[] wall = {Instant.EPOCH};
        Retries retries = new Retries(
                call -> {
                    wall[0] = wall[0].plus(DynamoClients.LONGEST_CALL);
                    return new StorageGate.CallPermit() {};
                },
                new TableSchema("t-"),
                new DynamoMetrics(meters, List.of()),
                new Timing(new SuspendSafeClock(() -> now, () -> wall[0]), sleeps::add, new Random(1)),
                false);
        assertThatThrownBy(() -> retries.call(Operation.TRANSACT_WRITE_ITEMS, "t", attempt -> "sent"))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("TooLate");
    }

    /** A breaker must not open because the store refuses: a conflict, a throttle and a lost condition are answers. */
    @Test
    void eachAttemptReportsOneOutcomeToTheGate() {
        client.fails(FakeClient.error("InternalServerError", 500))
                .fails(SdkClientException.create("connection reset"))
                .fails(StorageErrorsTest.cancelled("TransactionConflict"))
                .fails(FakeClient.error("ThrottlingException", 400))
                .fails(StorageErrorsTest.cancelled("ConditionalCheckFailed"));
        List<String> outcomes = new ArrayList<>();
        behind(call -> new StorageGate.CallPermit() {
                    @Override
                    public void answered() {
                        outcomes.add(call + " answered");
                    }

                    @Override
                    public void failed(StorageException failure) {
                        outcomes.add(failure.getMessage());
                    }

                    @Override
                    public void abandoned() {
                        outcomes.add("abandoned");
                    }
                })
                .transact(List.of(
                        dynamo.put(PostRows.TABLE, key("a")),
                        dynamo.deletionOfExisting(FeedRows.HOMES, key("a")),
                        dynamo.put(PostRows.TABLE, key("b"))));
        assertThat(outcomes)
                .containsExactly(
                        "TRANSIENT: InternalServerError",
                        "TRANSIENT: SdkClientException",
                        "TRANSIENT: TransactionConflict",
                        "THROTTLED: ThrottlingException",
                        "TransactWriteItems t-homes t-posts answered");
    }

    @Test
    void aLostConditionIsAResultThatNamesItsWrite() {
        client.fails(StorageErrorsTest.cancelled("None", "None", "ConditionalCheckFailed", "None"));
        assertThat(transact()).isEqualTo(new ConditionFailed(2, null));
        assertThat(transactions()).isEqualTo(1);
    }

    @Test
    void aLostConditionReturnsTheStoredItem() {
        Map<String, AttributeValue> item = Map.of("pk", AttributeValue.fromS("there"));
        client.fails(TransactionCanceledException.builder()
                .cancellationReasons(CancellationReason.builder()
                        .code("ConditionalCheckFailed")
                        .item(item)
                        .build())
                .build());
        assertThat(transact()).isEqualTo(new ConditionFailed(0, new Row(item)));
    }

    /** Other reasons do not matter: a retry would not make the condition hold. */
    @Test
    void aLostConditionBesideAConflictIsNotTriedAgain() {
        client.fails(StorageErrorsTest.cancelled("TransactionConflict", "ConditionalCheckFailed"));
        assertThat(transact()).isEqualTo(new ConditionFailed(1, null));
        assertThat(transactions()).isEqualTo(1);
    }

    @Test
    void aConflictingTransactionIsRetriedWithFullJitter() {
        client.fails(StorageErrorsTest.cancelled("TransactionConflict"));
        client.fails(StorageErrorsTest.cancelled("None", "TransactionConflict"));
        commits();
        assertThat(transact()).isEqualTo(new Committed());
        assertThat(transactions()).isEqualTo(3);
        assertThat(sleeps)
                .hasSize(2)
                .allSatisfy(sleep -> assertThat(sleep).isBetween(Duration.ZERO, Duration.ofMillis(100)));
    }

    @Test
    void aTransactionThatMeetsOthersForeverFailsAfterTenCalls() {
        client.fails(StorageErrorsTest.cancelled("TransactionConflict"));
        assertFails(Kind.TRANSIENT, "TransactionConflict", 10);
        assertThat(sleeps).hasSize(9);
    }

    @Test
    void aThrottledTransactionIsTriedAgainAndCounted() {
        client.fails(StorageErrorsTest.cancelled("ThrottlingError"));
        assertFails(Kind.THROTTLED, "ThrottlingError", 10);
        assertThat(throttled("homes", "ThrottlingError")).isEqualTo(10);
    }

    private double throttled(String table, String reason) {
        return meters
                .find("feedmill.dynamodb.throttled")
                .tags("operation", "TransactWriteItems", "reason", reason, "table", table)
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void aThrottleOfATransactionIsThatOfOneOfItsTables() {
        client.fails(StorageErrorsTest.cancelled("ThrottlingError", "None"))
                .fails(StorageErrorsTest.cancelled("None", "ThrottlingError"))
                .fails(StorageErrorsTest.cancelled("None", "ThrottlingError"))
                .fails(FakeClient.error("ThrottlingException", 400));
        commits();
        dynamo.transact(List.of(dynamo.put(FeedRows.AUTHORS, key("a")), dynamo.put(FeedRows.HOMES, key("a"))));
        assertThat(throttled("authors", "ThrottlingError")).isEqualTo(1);
        assertThat(throttled("homes", "ThrottlingError")).isEqualTo(2);
        assertThat(throttled("several", "ThrottlingException")).isEqualTo(1);
    }

    @Test
    void aRejectedTransactionIsNotRetried() {
        client.fails(StorageErrorsTest.cancelled("ValidationError"));
        assertFails(Kind.PERMANENT, "ValidationError", 1);
    }

    @Test
    void aStoreThatDoesNotAnswerIsAskedFourTimes() {
        client.fails(FakeClient.error("InternalServerError", 500));
        assertFails(Kind.TRANSIENT, "InternalServerError", 4);
    }

    /** Refused and unanswered calls are counted separately. */
    @Test
    void aRefusalTakesNoAttemptFromAStoreThatDoesNotAnswer() {
        for (int i = 0; i < 5; i++) {
            client.fails(FakeClient.error("ThrottlingException", 400));
        }
        client.fails(FakeClient.error("InternalServerError", 500));
        assertFails(Kind.TRANSIENT, "InternalServerError", 9);
    }

    @Test
    void refusalsAndSilenceTogetherTakeTenCalls() {
        for (int i = 0; i < 8; i++) {
            client.fails(FakeClient.error("ThrottlingException", 400));
        }
        client.fails(FakeClient.error("InternalServerError", 500));
        assertFails(Kind.TRANSIENT, "InternalServerError", 10);
    }

    private List<String> tokens() {
        return client.requests(TransactWriteItemsRequest.class).stream()
                .map(TransactWriteItemsRequest::clientRequestToken)
                .toList();
    }

    /** So an attempt after a lost answer succeeds instead of failing by its own earlier write. */
    @Test
    void allAttemptsOfATransactionHaveOneTokenThatNoOtherHas() {
        client.fails(SdkClientException.create("connection reset"));
        client.fails(StorageErrorsTest.cancelled("TransactionConflict"));
        commits();
        transact();
        transact();
        assertThat(tokens()).hasSize(4).doesNotContainNull();
        assertThat(tokens().subList(0, 3)).containsOnly(tokens().getFirst());
        assertThat(tokens().getLast()).isNotEqualTo(tokens().getFirst());
    }

    private void answersAfter(Duration time, RuntimeException failure) {
        client.answers(request -> {
            now += time.toNanos();
            throw failure;
        });
    }

    @Test
    void noAttemptIsStartedThatCouldOutliveTheCallsTime() {
        answersAfter(Duration.ofSeconds(2), ApiCallTimeoutException.create(2_000));
        assertFails(Kind.TRANSIENT, "ApiCallTimeoutException", 2);
    }

    @Test
    void aWaitThatWouldTakeTooLongIsNotBegun() {
        answersAfter(Duration.ofSeconds(3), FakeClient.error("ThrottlingException", 400));
        assertFails(Kind.THROTTLED, "ThrottlingException", 1);
        assertThat(sleeps).isEmpty();
    }

    private double calls(String operation, String outcome) {
        return meters.get("feedmill.dynamodb.calls")
                .tags("operation", operation, "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void everyAttemptIsCountedByItsOutcome() {
        client.fails(SdkClientException.create("connection reset"));
        client.fails(FakeClient.error("ThrottlingException", 400));
        client.fails(StorageErrorsTest.cancelled("ConditionalCheckFailed"));
        client.fails(StorageErrorsTest.cancelled("ValidationError"));
        transact();
        assertThatThrownBy(this::transact).isInstanceOf(StorageException.class);
        assertThat(calls("TransactWriteItems", "transient")).isEqualTo(1);
        assertThat(calls("TransactWriteItems", "throttled")).isEqualTo(1);
        assertThat(calls("TransactWriteItems", "succeeded")).isEqualTo(1);
        assertThat(calls("TransactWriteItems", "permanent")).isEqualTo(1);
        assertThat(calls("GetItem", "succeeded")).isZero();
    }

    private UpdateResult update() {
        return dynamo.update(new Update(JobRows.TABLE, key("p"), "SET a = :a", "a = :b", Map.of(), key("x")));
    }

    private static ConditionalCheckFailedException lost(String current) {
        return ConditionalCheckFailedException.builder().item(key(current)).build();
    }

    @Test
    void anUpdateHasTheItemAfterIt() {
        client.answers(
                request -> UpdateItemResponse.builder().attributes(key("after")).build());
        assertThat(update()).isEqualTo(new UpdateResult.Updated(new Row(key("after"))));
    }

    @Test
    void anUpdateThatTheStoreOnlyRefusedBeforeHasLost() {
        client.fails(FakeClient.error("ThrottlingException", 400));
        client.fails(FakeClient.error("TransactionConflictException", 400));
        client.fails(lost("there"));
        assertThat(update()).isEqualTo(new UpdateResult.ConditionFailed(new Row(key("there"))));
    }

    @Test
    void anUpdateThatLosesAfterALostAnswerIsUnclear() {
        client.fails(SdkClientException.create("connection reset"));
        client.fails(FakeClient.error("ThrottlingException", 400));
        client.fails(lost("there"));
        assertThat(update()).isEqualTo(new UpdateResult.Unclear(new Row(key("there"))));
    }

    @Test
    void aReadIsTriedAgain() {
        client.fails(FakeClient.error("ThrottlingException", 400));
        client.answers(request -> GetItemResponse.builder().item(key("p")).build());
        assertThat(dynamo.get(PostRows.TABLE, key("p"))).contains(new Row(key("p")));
        assertThat(calls("GetItem", "succeeded")).isEqualTo(1);
    }

    @Test
    void aPutWithATakenKeyReturnsTheStoredItem() {
        client.fails(FakeClient.error("ServiceUnavailable", 503));
        client.fails(lost("there"));
        assertThat(dynamo.putIfAbsent(JobRows.TABLE, key("p"))).contains(new Row(key("there")));
    }

    private static Map<String, AttributeValue> key(String pk) {
        return Map.of("pk", AttributeValue.fromS(pk));
    }

    private static BatchGetItemResponse found(
            List<Map<String, AttributeValue>> items, List<Map<String, AttributeValue>> left) {
        return BatchGetItemResponse.builder()
                .responses(Map.of("t-posts", items))
                .unprocessedKeys(
                        left.isEmpty()
                                ? Map.of()
                                : Map.of(
                                        "t-posts",
                                        KeysAndAttributes.builder().keys(left).build()))
                .build();
    }

    @Test
    void unprocessedKeysAreReadAgain() {
        client.answers(request -> found(List.of(key("a")), List.of(key("b"))))
                .answers(request -> found(List.of(key("b")), List.of()));
        assertThat(dynamo.getAll(PostRows.TABLE, Stream.of(key("a"), key("b"))))
                .extracting(Row::pk)
                .containsExactly("a", "b");
        assertThat(client.requests(BatchGetItemRequest.class))
                .extracting(request -> request.requestItems().get("t-posts"))
                .containsExactly(
                        KeysAndAttributes.builder()
                                .keys(List.of(key("a"), key("b")))
                                .consistentRead(true)
                                .build(),
                        KeysAndAttributes.builder()
                                .keys(List.of(key("b")))
                                .consistentRead(true)
                                .build());
    }

    @Test
    void keysThatAreNeverReadAreAThrottle() {
        client.answers(request -> found(List.of(), List.of(key("a"))));
        assertThatThrownBy(() -> dynamo.getAll(PostRows.TABLE, Stream.of(key("a"))))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.THROTTLED));
        assertThat(client.requests(BatchGetItemRequest.class)).hasSize(10);
        assertThat(calls("BatchGetItem", "throttled")).isEqualTo(10);
    }

    private static Map<String, AttributeValue> row(String sk) {
        return Attributes.key("p", sk);
    }

    /** A page may end anywhere, even before its first row. */
    @Test
    void aQueryContinuesAfterEachOfItsPages() {
        client.answers(page(List.of(row("a"), row("b")), "b"))
                .answers(page(List.of(), "c"))
                .answers(page(List.of(row("d")), null));
        RowPage all = dynamo.queryAll(PartitionQuery.of(FollowRows.TABLE, "p"));
        assertThat(all.rows()).extracting(Row::sk).containsExactly("a", "b", "d");
        assertThat(all.next()).isNull();
        assertThat(client.requests(QueryRequest.class))
                .extracting(QueryRequest::exclusiveStartKey)
                .containsExactly(Map.of(), row("b"), row("c"));
    }

    @Test
    void aQueryStopsAtItsLimitAndAsksForNoMore() {
        client.answers(page(List.of(row("a"), row("b")), "b")).answers(page(List.of(row("c")), "c"));
        RowPage some = dynamo.queryAll(PartitionQuery.of(FollowRows.TABLE, "p").limit(3));
        assertThat(some.rows()).hasSize(3);
        assertThat(some.next()).isEqualTo("c");
        assertThat(client.requests(QueryRequest.class))
                .extracting(QueryRequest::limit)
                .containsExactly(3, 1);
    }

    private static Function<SdkRequest, Object> page(List<Map<String, AttributeValue>> rows, @Nullable String next) {
        return request -> QueryResponse.builder()
                .items(rows)
                .lastEvaluatedKey(next == null ? null : row(next))
                .build();
    }
}
