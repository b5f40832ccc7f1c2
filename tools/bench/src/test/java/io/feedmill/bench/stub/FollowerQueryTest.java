package io.feedmill.bench.stub;

import static io.feedmill.testkit.Users.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedSettings;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.Follower;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Sleeper;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Feedmill's own store of follows, which cannot tell computed followers from stored ones. */
class FollowerQueryTest {
    private static final UserId AUTHOR = user(GeneratedFollowers.author(30_000, "x"));

    private final FakeHttp http = new FakeHttp(FollowerQueryTest::answer);
    private final DynamoDbClient client = http.client();
    private final DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry());
    private final Dynamo dynamo =
            new Dynamo(client, new TableSchema("feedmill-"), metrics, Sleeper.system(), System::nanoTime);
    private final FollowStore follows = Stores.in(
                    client,
                    new TableSettings("feedmill-", false, 16, 16, 8, 4, 64),
                    new FeedSettings(Duration.ofDays(365)),
                    metrics,
                    WriteGate.open(),
                    Clock.systemUTC())
            .follows();

    private static byte[] answer(ApiCall call) {
        FollowerQuery query = FollowerQuery.of(call, "feedmill-follows").orElseThrow();
        return FollowerJson.of(FollowerPage.of(
                query, new GeneratedFollowers().followers(query.author()).orElseThrow()));
    }

    @Test
    void followersBehindAnotherAreRead() {
        assertThat(follows.followersAfter(AUTHOR, null, 2)).containsExactly(user("f0000000"), user("f0000001"));
        assertThat(follows.followersAfter(AUTHOR, user("f0029997"), 5))
                .containsExactly(user("f0029998"), user("f0029999"));
        assertThat(follows.followersSince(AUTHOR, user("f0000000"), 1))
                .containsExactly(new Follower(user("f0000001"), 1_700_000_000_000_000_000L));
    }

    @Test
    void followersBetweenTwoAreReadPageByPage() {
        assertThat(follows.followersBetween(AUTHOR, user("f0000010"), user("f0029989")))
                .isEqualTo(IntStream.rangeClosed(10, 29_989)
                        .mapToObj(GeneratedFollowers::follower)
                        .map(UserId::new)
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
                .projectionExpression("#s")
                .expressionAttributeNames(Map.of("#s", "sk"))
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
    }

    private static ApiCall call(String values, String condition) {
        return ApiCall.of(
                "DynamoDB_20120810.Query",
                Body.of(Body.newObject()
                        .put("TableName", "feedmill-follows")
                        .put("KeyConditionExpression", condition)
                        .set(
                                "ExpressionAttributeValues",
                                Body.of(values.getBytes(UTF_8)).json())));
    }
}
