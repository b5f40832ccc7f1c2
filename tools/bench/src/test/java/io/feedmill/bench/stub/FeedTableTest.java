package io.feedmill.bench.stub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.http.HttpAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class FeedTableTest {
    private static final Map<String, AttributeValue> KEY =
            Map.of("pk", AttributeValue.fromS("home:bob"), "sk", AttributeValue.fromS("1"));

    private final Tally tally = new Tally();

    @Test
    void aBatchThatFitsIsWritten() {
        byte[] batch = batch("feedmill-feeds", writes(25));
        assertThat(FeedWrite.BATCH.isForFeeds(batch)).isTrue();
        HttpAnswer answer = new FeedTable(pacing(0), tally).write(FeedWrite.BATCH, batch);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(new String(answer.body().bytes(), UTF_8)).isEqualTo("{\"UnprocessedItems\":{}}");
        assertThat(tally.counts().of("BatchWriteItem")).isEqualTo(new OperationCount(1, 25, 0, batch.length));
    }

    @Test
    void whatDoesNotFitComesBackAndThenAllOfItAsAnError() {
        FeedTable table = new FeedTable(pacing(30), tally);
        byte[] batch = batch("feedmill-feeds", writes(5));
        HttpAnswer partly = table.write(FeedWrite.BATCH, batch);
        assertThat(partly.body()
                        .json()
                        .at("/UnprocessedItems/feedmill-feeds")
                        .valueStream()
                        .map(write -> write.at("/PutRequest/Item/pk/S").asString()))
                .containsExactly("home:u3", "home:u4");
        HttpAnswer none = table.write(FeedWrite.BATCH, batch);
        assertThat(none.status()).isEqualTo(400);
        assertThat(none.body().json().path("__type").asString()).endsWith("#ProvisionedThroughputExceededException");
        assertThat(tally.counts().of("BatchWriteItem")).isEqualTo(new OperationCount(2, 3, 7, 2L * batch.length));
    }

    @Test
    void aSingleItemIsWrittenOrRefused() {
        FeedTable table = new FeedTable(pacing(10), tally);
        FeedWrite write = FeedWrite.of("DynamoDB_20120810.PutItem").orElseThrow();
        byte[] item =
                sent(client -> client.putItem(r -> r.tableName("feedmill-feeds").item(KEY)));
        assertThat(write.isForFeeds(item)).isTrue();
        assertThat(table.write(write, item).body().json()).isEmpty();
        assertThat(table.write(write, item).status()).isEqualTo(400);
        assertThat(tally.counts().of("PutItem")).isEqualTo(new OperationCount(2, 1, 1, 2L * item.length));
        assertThat(write.isForFeeds(sent(client ->
                        client.putItem(r -> r.tableName("feedmill-feeds-2").item(KEY)))))
                .isFalse();
    }

    /** Whatever the items hold. */
    @Test
    void putsAndDeletesAreCounted() {
        AttributeValue key = AttributeValue.fromS("PutRequest\":{\"Item\":{\"pk");
        WriteRequest delete = WriteRequest.builder()
                .deleteRequest(d -> d.key(Map.of("Request\":{\"", key, "sk", key)))
                .build();
        assertThat(ItemCount.of(batch("feedmill-feeds", List.of(put(key), delete, put(key)))))
                .isEqualTo(3);
        assertThat(ItemCount.of(new byte[0])).isZero();
    }

    @Test
    void otherTablesAreNotItsOwn() {
        assertThat(FeedWrite.BATCH.isForFeeds(batch("feedmill-follows", writes(1))))
                .isFalse();
        assertThat(FeedWrite.BATCH.isForFeeds("{}".getBytes(UTF_8))).isFalse();
    }

    private static List<WriteRequest> writes(int count) {
        return IntStream.range(0, count)
                .mapToObj(user -> put(AttributeValue.fromS("home:u" + user)))
                .toList();
    }

    private static WriteRequest put(AttributeValue pk) {
        return WriteRequest.builder()
                .putRequest(p -> p.item(Map.of("pk", pk, "sk", AttributeValue.fromS("1"))))
                .build();
    }

    private static Pacing pacing(int writeUnits) {
        Pacing pacing = new Pacing(() -> 0);
        pacing.set(new Pace(Duration.ZERO, writeUnits));
        return pacing;
    }

    private static byte[] batch(String table, List<WriteRequest> writes) {
        return sent(client -> client.batchWriteItem(r -> r.requestItems(Map.of(table, writes))));
    }

    /** As the SDK writes it. */
    private static byte[] sent(Consumer<DynamoDbClient> call) {
        FakeHttp http = new FakeHttp(request -> "{}".getBytes(UTF_8));
        try (DynamoDbClient client = http.client()) {
            call.accept(client);
        }
        return http.calls().getFirst().body().bytes();
    }
}
