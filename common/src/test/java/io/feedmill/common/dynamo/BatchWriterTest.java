package io.feedmill.common.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.FakeClient;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.feedmill.common.time.ProcessTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class BatchWriterTest {
    private static final String TABLE = "t-homes";

    private final FakeClient client = new FakeClient();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Duration> sleeps = new ArrayList<>();
    private final List<String> permits = new ArrayList<>();
    /** Less than a call before the deadline. */
    private static final long NO_TIME = Duration.ofSeconds(596).toNanos();

    private long now;
    private int granted = BatchWriter.BATCH;
    private final WriteOptions options = WriteOptions.bulk(
            Deadline.in(Duration.ofMinutes(10), new SuspendSafeClock(() -> now, () -> Instant.EPOCH)));
    private final BatchWriter writer = new BatchWriter(
            client.as(DynamoDbClient.class),
            new TableSchema("t-"),
            new DynamoMetrics(meters, List.of()),
            StorageGate.open(),
            this::permit,
            new Timing(new SuspendSafeClock(() -> now, () -> Instant.EPOCH), this::sleep, new Random(1)));

    private void sleep(Duration duration) {
        sleeps.add(duration);
        now += duration.toNanos();
    }

    private Optional<WriteGate.WritePermit> permit(int units, WriteOptions asked) {
        if (!asked.allowAnotherCall()) {
            permits.add("refused " + units);
            return Optional.empty();
        }
        permits.add("acquired " + units);
        return Optional.of(new WriteGate.WritePermit() {
            @Override
            public int units() {
                return Math.min(units, granted);
            }

            @Override
            public void succeeded() {
                permits.add("succeeded");
            }

            @Override
            public void throttled(int refused) {
                permits.add("throttled " + refused);
            }

            @Override
            public void abandoned() {
                permits.add("abandoned");
            }
        });
    }

    private static List<WriteRequest> writes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> WriteRequest.builder()
                        .putRequest(p -> p.item(Map.of("pk", AttributeValue.fromS("w" + i))))
                        .build())
                .toList();
    }

    private static List<WriteRequest> of(SdkRequest request) {
        return Objects.requireNonNull(
                ((BatchWriteItemRequest) request).requestItems().get(TABLE));
    }

    private List<List<WriteRequest>> sent() {
        return client.requests(BatchWriteItemRequest.class).stream()
                .map(BatchWriterTest::of)
                .toList();
    }

    private static BatchWriteItemResponse unprocessed(List<WriteRequest> writes) {
        return BatchWriteItemResponse.builder()
                .unprocessedItems(writes.isEmpty() ? Map.of() : Map.of(TABLE, writes))
                .build();
    }

    /** Leaves all after the first {@code n} of a batch unprocessed. */
    private static BatchWriteItemResponse takes(SdkRequest request, int n) {
        return unprocessed(
                of(request).subList(Math.min(n, of(request).size()), of(request).size()));
    }

    private void takesAll() {
        client.answers(request -> takes(request, 25));
    }

    private BatchResult write(int count) {
        return writer.write(FeedRows.HOMES, writes(count), write -> write, options);
    }

    private double items(String outcome) {
        return meters.get("feedmill.dynamodb.batch.items")
                .tags("outcome", outcome, "table", "homes")
                .counter()
                .count();
    }

    private double throttled(String reason) {
        return meters.get("feedmill.dynamodb.throttled")
                .tags("reason", reason, "table", "homes")
                .counter()
                .count();
    }

    @Test
    void writesByBatchesOf25InTheirOrder() {
        takesAll();
        assertThat(write(60)).isEqualTo(new BatchResult(60, true, List.of(), false));
        assertThat(sent()).extracting(List::size).containsExactly(25, 25, 10);
        assertThat(sent().stream().flatMap(List::stream)).containsExactlyElementsOf(writes(60));
        assertThat(sleeps).isEmpty();
    }

    @Test
    void writesNothingForAnEmptyList() {
        assertThat(write(0)).isEqualTo(new BatchResult(0, true, List.of(), false));
        assertThat(sent()).isEmpty();
    }

    @Test
    void retriesOnlyUnprocessedItems() {
        client.answers(request -> takes(request, 10)).answers(request -> takes(request, 4));
        takesAll();
        assertThat(write(25)).isEqualTo(new BatchResult(25, true, List.of(), false));
        assertThat(sent())
                .containsExactly(
                        writes(25), writes(25).subList(10, 25), writes(25).subList(14, 25));
        assertThat(permits)
                .containsExactly(
                        "acquired 25", "throttled 15", "acquired 15", "throttled 11", "acquired 11", "succeeded");
        assertThat(items("written")).isEqualTo(25);
        assertThat(items("unprocessed")).isEqualTo(26);
        assertThat(throttled("UnprocessedItems")).isEqualTo(2);
    }

    @Test
    void theUnitsOfSmallRowsAreCountedNotAskedFor() {
        client.answers(request -> takes(request, 10));
        takesAll();
        write(25);
        assertThat(client.requests(BatchWriteItemRequest.class))
                .extracting(BatchWriteItemRequest::returnConsumedCapacity)
                .containsOnlyNulls();
        assertThat(meters.get("feedmill.dynamodb.units")
                        .tags("operation", "BatchWriteItem", "table", "homes", "kind", "write")
                        .counter()
                        .count())
                .isEqualTo(25);
    }

    @Test
    void sendsNoMoreAtOnceThanIsGranted() {
        takesAll();
        granted = 10;
        assertThat(write(60)).isEqualTo(new BatchResult(60, true, List.of(), false));
        assertThat(sent()).extracting(List::size).containsExactly(10, 10, 5, 10, 10, 5, 10);
        assertThat(sent().stream().flatMap(List::stream)).containsExactlyElementsOf(writes(60));
        assertThat(sleeps).isEmpty();
    }

    /** Two of the first ten items are unprocessed; they are retried first and count only after they are written. */
    @Test
    void returnsItsProgressWithinABatch() {
        granted = 10;
        client.answers(request -> takes(request, 10))
                .answers(request -> takes(request, 8))
                .answers(request -> {
                    now = NO_TIME;
                    return takes(request, 10);
                });
        assertThat(write(60)).isEqualTo(refused(25));
        assertThat(sent().get(2))
                .containsExactlyElementsOf(
                        Stream.concat(writes(20).subList(18, 20).stream(), writes(25).subList(20, 25).stream())
                                .toList());
    }

    @Test
    void countsUpToTheFirstUnprocessedItem() {
        granted = 10;
        client.answers(request -> takes(request, 10)).answers(request -> {
            now = NO_TIME;
            return takes(request, 8);
        });
        assertThat(write(60)).isEqualTo(refused(18));
    }

    @Test
    void countsWhatIsWrittenOfUnprocessedItems() {
        granted = 10;
        client.answers(request -> {
                    granted = 1;
                    return takes(request, 8);
                })
                .answers(request -> {
                    now = NO_TIME;
                    return takes(request, 1);
                });
        assertThat(write(60)).isEqualTo(refused(9));
    }

    /** Each wait is anything from nothing to 50, 100, 200… ms, 2 s at max. */
    @Test
    void waitsWithFullJitter() {
        for (int call = 0; call < 60; call++) {
            client.answers(request -> takes(request, 0));
        }
        takesAll();
        write(1);
        assertThat(sleeps).hasSize(60);
        for (int i = 0; i < sleeps.size(); i++) {
            assertThat(sleeps.get(i))
                    .isBetween(Duration.ZERO, Duration.ofMillis(Math.min(2_000, 50L << Math.min(i, 10))));
        }
        assertThat(sleeps.subList(6, 60))
                .anyMatch(sleep -> sleep.toMillis() < 700)
                .anyMatch(sleep -> sleep.toMillis() > 1_300)
                .doesNotHaveDuplicates();
    }

    @Test
    void stopsWithoutTimeForAnotherCall() {
        takesAll();
        client.answers(request -> takes(request, 3));
        now = Duration.ofMinutes(10).toNanos() - Duration.ofSeconds(5).toNanos();
        BatchResult result = write(60);
        assertThat(result).isEqualTo(refused(28));
        assertThat(sent()).hasSize(2);
        assertThat(permits.getLast()).isEqualTo("refused 22");
    }

    @Test
    void sendsNothingWithoutTime() {
        now = Duration.ofMinutes(10).toNanos() - Duration.ofSeconds(5).toNanos() + 1;
        assertThat(write(60)).isEqualTo(new BatchResult(0, false, List.of(), false));
        assertThat(sent()).isEmpty();
        assertThat(permits).containsExactly("refused 25");
    }

    @Test
    void sendsAThrottledBatchAgainAsAWhole() {
        client.fails(FakeClient.error("ProvisionedThroughputExceededException", 400));
        takesAll();
        assertThat(write(25).complete()).isTrue();
        assertThat(sent()).containsExactly(writes(25), writes(25));
        assertThat(sleeps).hasSize(1);
        assertThat(permits).containsExactly("acquired 25", "throttled 25", "acquired 25", "succeeded");
        assertThat(throttled("ProvisionedThroughputExceededException")).isEqualTo(1);
        assertThat(items("unprocessed")).isEqualTo(25);
    }

    @Test
    void sendsABatchThatFoundNoStoreAgainWithoutBlamingItsCapacity() {
        client.fails(FakeClient.error("InternalServerError", 500));
        client.fails(SdkClientException.create("connection reset"));
        takesAll();
        assertThat(write(25).complete()).isTrue();
        assertThat(sent()).hasSize(3);
        assertThat(permits)
                .containsExactly("acquired 25", "abandoned", "acquired 25", "abandoned", "acquired 25", "succeeded");
    }

    private void refuses(String name) {
        client.answers(request -> unprocessed(of(request).stream()
                .filter(write -> write.equals(writes(60).get(Integer.parseInt(name))))
                .toList()));
    }

    private static BatchResult refused(int written) {
        return new BatchResult(written, false, List.of(), false, true);
    }

    private BatchResult putOff(int count, OnRefusal refusals) {
        return writer.write(FeedRows.HOMES, writes(count), write -> write, options.with(refusals));
    }

    /** P5: one item is refused for as long as its partition is at its limit. */
    @Test
    void putsOffWhatIsRefusedTwiceWhileOthersAreWritten() {
        refuses("7");
        refuses("7");
        takesAll();
        assertThat(putOff(60, OnRefusal.PUT_OFF)).isEqualTo(new BatchResult(60, false, List.of(7), false));
        assertThat(sent()).extracting(List::size).containsExactly(25, 1, 25, 10);
        assertThat(sleeps).hasSize(1);
    }

    @Test
    void aBatchThatIsRefusedAsAWholeIsSentAgain() {
        for (int call = 0; call < 5; call++) {
            client.answers(request -> takes(request, 0));
        }
        takesAll();
        assertThat(putOff(25, OnRefusal.PUT_OFF)).isEqualTo(new BatchResult(25, true, List.of(), false));
        assertThat(sent()).hasSize(6);
    }

    /** Only few readers of a batch get more than one partition takes. */
    @Test
    void aTableThatTakesHalfOfABatchAndThenNothingIsOverloaded() {
        client.answers(request -> takes(request, 13));
        for (int call = 0; call < 5; call++) {
            client.answers(request -> takes(request, 0));
        }
        takesAll();
        assertThat(putOff(25, OnRefusal.PUT_OFF)).isEqualTo(new BatchResult(25, true, List.of(), false));
        assertThat(sent()).hasSize(7);
    }

    @Test
    void upToAThirdOfABatchIsPutOff() {
        client.answers(request -> takes(request, 17)).answers(request -> takes(request, 0));
        assertThat(putOff(25, OnRefusal.PUT_OFF).putOff()).hasSize(8);
    }

    /** At a low rate a permit is for one item: that one is not sent for ever while the others wait. */
    @Test
    void anItemThatIsRefusedTwiceIsSentAfterTheOthers() {
        granted = 1;
        for (int call = 0; call < 40; call++) {
            refuses("0");
        }
        assertThat(putOff(5, OnRefusal.PUT_OFF)).isEqualTo(new BatchResult(5, false, List.of(0), false));
        assertThat(sent().stream().flatMap(List::stream))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of(0, 0).map(i -> writes(1).getFirst()), writes(5).subList(1, 5).stream())
                        .toList());
    }

    /** A reader alone, or with a few others like it, must not keep a handler until its deadline. A table that refuses five at once is overloaded. */
    @Test
    void aSmallBatchThatIsRefusedAsAWholeIsPutOffAfterAboutASecond() {
        client.answers(request -> takes(request, 0));
        assertThat(putOff(4, OnRefusal.PUT_OFF)).isEqualTo(new BatchResult(4, false, List.of(0, 1, 2, 3), false));
        assertThat(sent()).hasSize(5);
        assertThat(sleeps).hasSize(4);
        now = Duration.ofMinutes(9).toNanos();
        assertThat(putOff(5, OnRefusal.PUT_OFF)).isEqualTo(refused(0));
        now = Duration.ofMinutes(9).toNanos();
        assertThat(putOff(4, OnRefusal.RETRY)).isEqualTo(refused(0));
    }

    @Test
    void putsOffAWholeBatchIfItMay() {
        client.answers(request -> takes(request, 0)).answers(request -> takes(request, 0));
        takesAll();
        assertThat(putOff(27, OnRefusal.PUT_OFF_ALL))
                .isEqualTo(new BatchResult(
                        27, false, IntStream.range(0, 25).boxed().toList(), false));
    }

    @Test
    void anAnswerAfterTheDeadlineEndsTheWriteAndIsReported() {
        client.answers(request -> takes(request, 25)).answers(request -> {
            now = Duration.ofMinutes(10).toNanos() + 1;
            return takes(request, 25);
        });
        assertThat(write(60)).isEqualTo(new BatchResult(25, false, List.of(), true));
        assertThat(sent()).hasSize(2);
    }

    @Test
    void sendsNothingWithinTheReserve() {
        takesAll();
        now = Duration.ofMinutes(10).toNanos() - Duration.ofSeconds(15).toNanos() + 1;
        assertThat(writer.write(FeedRows.HOMES, writes(1), write -> write, options.reserving(Duration.ofSeconds(10)))
                        .complete())
                .isFalse();
        assertThat(write(1).complete()).isTrue();
    }

    private double calls(String outcome) {
        return meters.get("feedmill.dynamodb.calls")
                .tags("operation", "BatchWriteItem", "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void aCallThatWroteAnyItemIsASuccess() {
        client.answers(request -> takes(request, 0)).answers(request -> takes(request, 1));
        client.fails(FakeClient.error("ThrottlingException", 400));
        client.fails(SdkClientException.create("connection reset"));
        takesAll();
        write(25);
        assertThat(calls("succeeded")).isEqualTo(2);
        assertThat(calls("throttled")).isEqualTo(2);
        assertThat(calls("transient")).isEqualTo(1);
    }

    @Test
    void aWriteThatWasRefusedDoesNotComeLate() {
        client.answers(request -> takes(request, 0));
        client.fails(FakeClient.error("ThrottlingException", 400));
        takesAll();
        write(25);
        assertThat(options.deadline().mayWriteLate()).isFalse();
    }

    @Test
    void aWriteWithoutAnAnswerMayComeLate() {
        client.fails(SdkClientException.create("connection reset"));
        takesAll();
        write(25);
        assertThat(options.deadline().mayWriteLate()).isTrue();
    }

    @Test
    void aBatchHasTheTimeOfAWholeCall() {
        takesAll();
        write(1);
        assertThat(client.requests(BatchWriteItemRequest.class)
                        .getFirst()
                        .overrideConfiguration()
                        .flatMap(RequestOverrideConfiguration::apiCallTimeout))
                .contains(DynamoClients.CALL_TIMEOUT);
    }

    @Test
    void throwsWhatIsPermanentAtOnce() {
        client.fails(FakeClient.error("ValidationException", 400));
        assertThatThrownBy(() -> write(25))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.PERMANENT));
        assertThat(sent()).hasSize(1);
        assertThat(permits).containsExactly("acquired 25", "abandoned");
    }

    @Test
    void releasesItsPermitAfterEveryFailure() {
        client.fails(new IllegalStateException("not a call's failure"));
        assertThatThrownBy(() -> write(25)).isInstanceOf(IllegalStateException.class);
        assertThat(permits).containsExactly("acquired 25", "abandoned");
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Sleeper.by(ProcessTime.system()).sleep(Duration.ofMinutes(1)))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.TRANSIENT));
        assertThat(Thread.interrupted()).isTrue();
    }
}
