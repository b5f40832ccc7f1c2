package io.feedmill.bench.stub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.bench.sdk.FakeHttp;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.Follower;
import io.feedmill.common.storage.Sleeper;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Json;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Feedmill's own store of follows, which cannot tell computed followers from stored ones. */
class FollowerQueryTest {
    private static final String AUTHOR = Followers.author(30_000, "x");

    private final FakeHttp http = new FakeHttp(FollowerQueryTest::answer);
    private final DynamoDbClient client = http.client();
    private final DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry());
    private final TableSchema tables = new TableSchema("feedmill-");
    private final Dynamo dynamo = new Dynamo(client, tables, metrics, Sleeper.system(), System::nanoTime);
    private final FollowStore follows = FollowStore.in(
            dynamo, new BatchWriter(client, tables, metrics, WriteGate.open(), Sleeper.system()), Clock.systemUTC());

    private static byte[] answer(ApiCall call) {
        FollowerQuery query = FollowerQuery.of(call, "feedmill-follows").orElseThrow();
        List<String> all = new Followers().of(query.author()).orElseThrow();
        return Body.of(query.response(query.page(all))).bytes();
    }

    @Test
    void followersAfterAnotherAreRead() {
        assertThat(follows.followersAfter(AUTHOR, null, 2)).containsExactly("f0000000", "f0000001");
        assertThat(follows.followersAfter(AUTHOR, "f0029997", 5)).containsExactly("f0029998", "f0029999");
        assertThat(follows.followersSince(AUTHOR, "f0000000", 1))
                .containsExactly(new Follower("f0000001", 1_700_000_000_000_000_000L));
    }

    @Test
    void followersBetweenTwoAreReadPageByPage() {
        assertThat(follows.followersBetween(AUTHOR, "f0000010", "f0029989"))
                .isEqualTo(IntStream.rangeClosed(10, 29_989)
                        .mapToObj(Followers::name)
                        .toList());
        assertThat(http.calls()).hasSizeGreaterThan(1);
    }

    @Test
    void theAnswerSaysWhatItCost() {
        RowPage page = dynamo.query(
                PartitionQuery.of(Table.FOLLOWS, "followers:" + AUTHOR).limit(1_000));
        assertThat(page.units()).isEqualTo(Math.ceilDiv(1_000 * (21 + 8 + 9 + 11), 4_096));
        assertThat(page.next()).isEqualTo("f0000999");
        assertThat(page.rows().getFirst())
                .isEqualTo(new Row(Map.of(
                        "pk", AttributeValue.fromS("followers:" + AUTHOR),
                        "sk", AttributeValue.fromS("f0000000"),
                        "since", AttributeValue.fromN("1700000000000000000"))));
    }

    @Test
    void onlyWhatIsAskedForIsAnswered() {
        QueryResponse response = client.query(r -> r.tableName("feedmill-follows")
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("followers:" + AUTHOR)))
                .projectionExpression("sk")
                .limit(2));
        assertThat(response.items())
                .isEqualTo(List.of(
                        Map.of("sk", AttributeValue.fromS("f0000000")),
                        Map.of("sk", AttributeValue.fromS("f0000001"))));
        assertThat(response.consumedCapacity()).isNull();
    }

    @Test
    void otherQueriesAreNotForFollowers() {
        ApiCall following = call("{\":pk\":{\"S\":\"following:bob\"}}", "pk = :pk");
        assertThat(FollowerQuery.of(following, "feedmill-follows")).isEmpty();
        ApiCall unknown = call("{\":pk\":{\"S\":\"followers:bob\"}}", "pk = :pk AND sk > :first");
        assertThat(FollowerQuery.of(unknown, "feedmill-feeds")).isEmpty();
        assertThatThrownBy(() -> FollowerQuery.of(unknown, "feedmill-follows"))
                .isInstanceOf(IllegalArgumentException.class);
        ApiCall all = call("{\":pk\":{\"S\":\"followers:bob\"}}", "pk = :pk");
        all.json().put("ScanIndexForward", false);
        assertThatThrownBy(() -> FollowerQuery.of(all, "feedmill-follows"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ApiCall call(String values, String condition) {
        return ApiCall.of(
                "DynamoDB_20120810.Query",
                Body.of(Json.object()
                        .put("TableName", "feedmill-follows")
                        .put("KeyConditionExpression", condition)
                        .set(
                                "ExpressionAttributeValues",
                                Body.of(values.getBytes(UTF_8)).json())));
    }
}
