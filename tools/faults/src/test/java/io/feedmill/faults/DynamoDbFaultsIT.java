package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feedmill.faults.protocol.DenialError;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.server.SharedEmulators;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The SDK's client through the proxy to DynamoDB Local. The proxy's time moves only if a test moves it. */
@Timeout(60)
class DynamoDbFaultsIT {
    private static final String TABLE = "faults-" + UUID.randomUUID();
    private static final SettableClock CLOCK = new SettableClock();
    private static final URI REAL = SharedEmulators.get().dynamoDb().endpoint();
    private static final FaultProxy PROXY = FaultProxy.start(REAL, Script.NONE, 0, CLOCK::nanoTime);
    private static final DynamoDbClient DIRECT = AwsClients.dynamoDb(REAL);
    private static final DynamoDbClient CLIENT = AwsClients.dynamoDb(PROXY.endpoint());

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void createTable() {
        AwsClients.createTable(DIRECT, TABLE);
    }

    @AfterAll
    static void close() {
        CLIENT.close();
        PROXY.close();
        DIRECT.deleteTable(r -> r.tableName(TABLE));
        DIRECT.close();
    }

    @BeforeEach
    void forwardEverything() {
        PROXY.replaceScript(Script.NONE);
    }

    @Test
    void withoutRulesTheProxyIsInvisible() {
        put(id);
        assertThat(CLIENT.getItem(r -> r.tableName(TABLE).key(item(id))).item()).isEqualTo(item(id));
        assertThat(CLIENT.describeTable(r -> r.tableName(TABLE)).table().tableName())
                .isEqualTo(TABLE);
        assertThatThrownBy(() -> CLIENT.describeTable(r -> r.tableName("none")))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void aThrottledWriteNamesItsReasonAndIsNotCarriedOut() {
        inject(new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT));
        var e = catchThrowableOfType(ProvisionedThroughputExceededException.class, () -> put(id));
        assertThat(e.isThrottlingException()).isTrue();
        assertThat(e.throttlingReasons())
                .containsExactly(ThrottlingReason.builder()
                        .reason("TableWriteProvisionedThroughputExceeded")
                        .resource("arn:aws:dynamodb:ddblocal:000000000000:table/" + TABLE)
                        .build());
        assertThat(exists(id)).isFalse();
    }

    @Test
    void aTableOnDemandThrottlesByAnotherException() {
        inject(new Fault.Throttle(ThrottlingError.ON_DEMAND, Limit.KEY_RANGE));
        var e = catchThrowableOfType(
                ThrottlingException.class,
                () -> CLIENT.getItem(r -> r.tableName(TABLE).key(item(id))));
        assertThat(e.isThrottlingException()).isTrue();
        assertThat(e.throttlingReasons())
                .extracting(ThrottlingReason::reason)
                .containsExactly("TableReadKeyRangeThroughputExceeded");
    }

    @Test
    void aThrottledTransactionIsCancelledWithTheReason() {
        inject(new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT));
        assertThat(cancelled(3)).containsExactlyInAnyOrder("None", "None", "ProvisionedThroughputExceeded");
        assertThat(exists(id + 0)).isFalse();
    }

    @Test
    void conflictsAreRaisedAloneAndAsReasons() {
        inject(new Fault.Conflict());
        assertThatThrownBy(() -> put(id)).isInstanceOf(TransactionConflictException.class);
        assertThat(cancelled(2)).containsExactlyInAnyOrder("None", "TransactionConflict");
        assertThat(exists(id)).isFalse();
    }

    @Test
    void aDenialIsTheSdksException() {
        inject(new Fault.Deny(DenialError.NOT_FOUND));
        assertThatThrownBy(() -> put(id)).isInstanceOf(ResourceNotFoundException.class);
        inject(new Fault.Deny(DenialError.EXPIRED_TOKEN));
        assertThatThrownBy(() -> put(id))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ExpiredTokenException"));
        PROXY.replaceScript(Script.NONE);
        assertThat(exists(id)).isFalse();
    }

    /** The SDK checks the checksum of each answer, also of those that the proxy has altered. */
    @Test
    void unprocessedItemsAreReturnedAndOnlyTheyAreMissing() {
        inject(new Fault.Unprocessed(0.5));
        List<WriteRequest> left = batch(20);
        assertThat(left).isNotEmpty().hasSizeLessThan(20);
        assertThat(IntStream.range(0, 20)
                        .mapToObj(i -> id + i)
                        .filter(pk -> !exists(pk))
                        .map(DynamoDbFaultsIT::item))
                .containsExactlyElementsOf(
                        left.stream().map(write -> write.putRequest().item()).toList());
        PROXY.replaceScript(Script.NONE);
        CLIENT.batchWriteItem(r -> r.requestItems(Map.of(TABLE, left)));
        assertThat(IntStream.range(0, 20).mapToObj(i -> id + i)).allMatch(DynamoDbFaultsIT::exists);
    }

    @Test
    void aBatchWithoutAProcessedItemIsThrottled() {
        inject(new Fault.Unprocessed(1));
        assertThatThrownBy(() -> batch(3)).isInstanceOf(ProvisionedThroughputExceededException.class);
        assertThat(exists(id + 0)).isFalse();
    }

    @Test
    void unprocessedKeysAreReturned() {
        batch(20);
        inject(new Fault.Unprocessed(0.5));
        List<Map<String, AttributeValue>> keys =
                IntStream.range(0, 20).mapToObj(i -> item(id + i)).toList();
        BatchGetItemResponse answer = CLIENT.batchGetItem(r -> r.requestItems(Map.of(
                TABLE,
                KeysAndAttributes.builder().keys(keys).consistentRead(true).build())));
        KeysAndAttributes left = Objects.requireNonNull(answer.unprocessedKeys().get(TABLE));
        assertThat(left.consistentRead()).isTrue();
        assertThat(left.keys()).isNotEmpty();
        assertThat(Stream.concat(left.keys().stream(), answer.responses().getOrDefault(TABLE, List.of()).stream()))
                .containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void aHotPartitionIsThrottledUntilItsBucketRefills() {
        inject(new Fault.PartitionCapacity(2, 2, ThrottlingError.PROVISIONED));
        put(id);
        put(id);
        var e = catchThrowableOfType(ProvisionedThroughputExceededException.class, () -> put(id));
        assertThat(e.throttlingReasons())
                .extracting(ThrottlingReason::reason)
                .containsExactly("TableWriteKeyRangeThroughputExceeded");
        put(id + "other");
        CLOCK.advance(Duration.ofMillis(500));
        put(id);
        assertThatThrownBy(() -> put(id)).isInstanceOf(ProvisionedThroughputExceededException.class);
    }

    @Test
    void aTableWritesAsManyItemsAsItHasUnits() {
        inject(new Fault.TableCapacity(10, 10, ThrottlingError.ON_DEMAND));
        assertThat(batch(14)).hasSize(4);
        var e = catchThrowableOfType(ThrottlingException.class, () -> put(id));
        assertThat(e.throttlingReasons())
                .extracting(ThrottlingReason::reason)
                .containsExactly("TableWriteMaxOnDemandThroughputExceeded");
        CLOCK.advance(Duration.ofMillis(500));
        assertThat(cancelled(3)).containsExactly("None", "None", "ThrottlingError");
        put(id);
    }

    @Test
    void aFailedRequestIsAppliedOnlyIfTheRuleSaysSo() {
        inject(new Fault.ServerError(500, false));
        assertThatThrownBy(() -> put(id)).isInstanceOf(InternalServerErrorException.class);
        assertThat(exists(id)).isFalse();
        inject(new Fault.ServerError(503, true));
        assertThatThrownBy(() -> put(id))
                .isInstanceOfSatisfying(
                        DynamoDbException.class, e -> assertThat(e.statusCode()).isEqualTo(503));
        assertThat(exists(id)).isTrue();
    }

    @Test
    void aWriteWithADroppedAnswerIsApplied() {
        inject(new Fault.DropResponse());
        assertThatThrownBy(() -> put(id))
                .isInstanceOf(SdkClientException.class)
                .hasStackTraceContaining("failed to respond");
        assertThat(exists(id)).isTrue();
    }

    @Test
    void aResetRequestIsNotApplied() {
        inject(new Fault.Reset());
        assertThatThrownBy(() -> put(id))
                .isInstanceOf(SdkClientException.class)
                .hasStackTraceContaining("Connection reset");
        assertThat(exists(id)).isFalse();
    }

    @Test
    void aHeldRequestIsNeverApplied() {
        inject(new Fault.Hold(Duration.ofMillis(50)));
        assertThatThrownBy(() -> put(id))
                .isInstanceOf(SdkClientException.class)
                .hasStackTraceContaining("failed to respond");
        assertThat(exists(id)).isFalse();
    }

    @Test
    void anOutageResetsOldAndNewConnectionsAndEnds() {
        put(id + "before");
        long resetBefore = PROXY.statistics().connectionsReset();
        PROXY.replaceScript(
                Script.of(1, Rule.of(new Fault.Outage()).during(Duration.ofSeconds(1), Duration.ofSeconds(11))));
        put(id + "still");
        CLOCK.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> put(id)).hasStackTraceContaining("Connection reset");
        }
        assertThat(PROXY.statistics().connectionsReset()).isGreaterThan(resetBefore);
        assertThat(exists(id)).isFalse();
        CLOCK.advance(Duration.ofSeconds(10));
        put(id);
        assertThat(exists(id)).isTrue();
    }

    @Test
    void countsWhatItDoes() {
        try (FaultProxy proxy = FaultProxy.start(REAL, Script.NONE, 0, CLOCK::nanoTime);
                DynamoDbClient client = AwsClients.dynamoDb(proxy.endpoint())) {
            client.putItem(r -> r.tableName(TABLE).item(item(id)));
            proxy.replaceScript(Script.of(
                    1,
                    Rule.of(new Fault.Latency(new Distribution.Fixed(Duration.ofMillis(1)))),
                    Rule.of(new Fault.TableCapacity(1, 1, ThrottlingError.PROVISIONED))));
            client.putItem(r -> r.tableName(TABLE).item(item(id)));
            assertThatThrownBy(() -> client.putItem(r -> r.tableName(TABLE).item(item(id))));
            var puts = proxy.statistics().operation("PutItem");
            assertThat(puts.requests()).isEqualTo(3);
            assertThat(puts.forwarded()).isEqualTo(2);
            assertThat(puts.injected())
                    .containsOnly(Map.entry(FaultKind.LATENCY, 2L), Map.entry(FaultKind.TABLE_CAPACITY, 1L));
            assertThat(puts.unitsAccepted()).isEqualTo(1);
            assertThat(puts.unitsRefused()).isEqualTo(1);
        }
    }

    @Test
    void heldWritesAreCarriedOutAfterwardsAndReadsPass() {
        long before = writes();
        CompletableFuture<Void> write = PROXY.holdWrites(() -> {
            CompletableFuture<Void> held = CompletableFuture.runAsync(() -> put(id));
            while (writes() == before) {
                Thread.onSpinWait();
            }
            assertThat(CLIENT.getItem(r -> r.tableName(TABLE).key(item(id))).hasItem())
                    .isFalse();
            assertThat(held).isNotDone();
            return held;
        });
        write.join();
        assertThat(exists(id)).isTrue();
    }

    private static long writes() {
        return PROXY.statistics().operation("PutItem").requests();
    }

    private static void inject(Fault fault) {
        PROXY.replaceScript(Script.of(1, Rule.of(fault)));
    }

    private static void put(String pk) {
        CLIENT.putItem(r -> r.tableName(TABLE).item(item(pk)));
    }

    /** Puts a number of items and returns the unprocessed ones. */
    private List<WriteRequest> batch(int items) {
        List<WriteRequest> writes = IntStream.range(0, items)
                .mapToObj(i -> WriteRequest.builder()
                        .putRequest(put -> put.item(item(id + i)))
                        .build())
                .toList();
        return CLIENT.batchWriteItem(r -> r.requestItems(Map.of(TABLE, writes)))
                .unprocessedItems()
                .getOrDefault(TABLE, List.of());
    }

    /** The cancellation reasons of a transaction with a number of items. */
    private List<String> cancelled(int items) {
        List<TransactWriteItem> parts = IntStream.range(0, items)
                .mapToObj(i -> Put.builder().tableName(TABLE).item(item(id + i)).build())
                .map(put -> TransactWriteItem.builder().put(put).build())
                .toList();
        return catchThrowableOfType(
                        TransactionCanceledException.class,
                        () -> CLIENT.transactWriteItems(r -> r.transactItems(parts)))
                .cancellationReasons()
                .stream()
                .map(CancellationReason::code)
                .toList();
    }

    private static boolean exists(String pk) {
        return DIRECT.getItem(r -> r.tableName(TABLE).key(item(pk))).hasItem();
    }

    private static Map<String, AttributeValue> item(String pk) {
        return Map.of("pk", AttributeValue.fromS(pk));
    }
}
