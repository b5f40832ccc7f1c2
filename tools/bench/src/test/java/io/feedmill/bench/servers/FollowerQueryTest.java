package io.feedmill.bench.servers;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.sdk.FakeHttp;
import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.testkit.Seeds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.databind.node.ObjectNode;

/** Feedmill's own store of follows, which cannot tell computed followers from stored ones. */
class FollowerQueryTest {
    private static final UserId AUTHOR = user(Followers.author(30_000, "x"));

    private final FakeHttp http = new FakeHttp(FollowerQueryTest::answer);
    private final DynamoDbClient client = http.client();
    private final DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry());
    private final TableSchema tables = new TableSchema("feedmill-");
    private final Dynamo dynamo = new Dynamo(client, tables, metrics, Sleeper.system(), System::nanoTime);
    private final FollowStore follows = Stores.in(
                    client,
                    new TableSettings(tables.prefix(), false, 64, 64, 8, 64),
                    new FeedSettings(Duration.ofDays(30)),
                    metrics,
                    WriteGate.open(),
                    Clock.systemUTC())
            .follows();

    private static byte[] answer(ApiCall call) {
        FollowerQuery query = FollowerQuery.of(call, "feedmill-follows").orElseThrow();
        return Body.of(query.response()).bytes();
    }

    @Test
    void followersAfterAnotherAreRead() {
        assertThat(follows.followersAfter(AUTHOR, null, 2)).containsExactly(user("f0000000"), user("f0000001"));
        assertThat(follows.followersAfter(AUTHOR, user("f0029997"), 5))
                .containsExactly(user("f0029998"), user("f0029999"));
        assertThat(follows.followersSince(AUTHOR, user("f0000000"), 1))
                .containsExactly(new Follower(user("f0000001"), 1_700_000_000_000_000_000L));
    }

    @Test
    void followersBetweenTwoAreReadPageByPage() {
        assertThat(follows.followersBetween(AUTHOR, user("f0000010"), user("f0029989"), null, 50_000))
                .isEqualTo(IntStream.rangeClosed(10, 29_989)
                        .mapToObj(Followers::name)
                        .map(UserId::new)
                        .toList());
        assertThat(http.calls()).hasSizeGreaterThan(1);
    }

    /** Against a model that looks at every follower. */
    @Test
    void findsWhatASearchOfAllFollowersFinds() {
        List<String> all = IntStream.range(0, 12).mapToObj(Followers::name).toList();
        Seeds.each(400, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            PartitionQuery query = query(random, "followers:" + Followers.author(12, "x"));
            List<String> expected = search(all, query);
            RowPage page = dynamo.query(query);
            int size = query.limit() == 0 ? expected.size() : Math.min(query.limit(), expected.size());
            assertThat(page.rows()).extracting(Row::sk).isEqualTo(expected.subList(0, size));
            boolean more = size < expected.size() || (query.limit() > 0 && size == query.limit());
            assertThat(page.next()).isEqualTo(more ? expected.get(size - 1) : null);
        });
    }

    private static PartitionQuery query(SplittableRandom random, String partition) {
        PartitionQuery query = PartitionQuery.of(Table.FOLLOWS, partition).limit(random.nextInt(6));
        PartitionQuery bounded = random.nextBoolean() ? query : query.between(name(random), name(random));
        return random.nextBoolean() ? bounded : bounded.after(name(random));
    }

    private static String name(SplittableRandom random) {
        return Followers.name(random.nextInt(15));
    }

    private static List<String> search(List<String> followers, PartitionQuery query) {
        return followers.stream()
                .filter(user -> query.first() == null || user.compareTo(query.first()) >= 0)
                .filter(user -> query.last() == null || user.compareTo(query.last()) <= 0)
                .filter(user -> query.after() == null || user.compareTo(query.after()) > 0)
                .toList();
    }

    @Test
    void aRowHasKeyAndTimeOrTheSortKeyAlone() {
        PartitionQuery query =
                PartitionQuery.of(Table.FOLLOWS, "followers:" + AUTHOR).limit(2);
        assertThat(dynamo.query(query).rows().getFirst())
                .isEqualTo(new Row(Map.of(
                        "pk", AttributeValue.fromS("followers:" + AUTHOR),
                        "sk", AttributeValue.fromS("f0000000"),
                        "since", AttributeValue.fromN("1700000000000000000"))));
        assertThat(dynamo.query(query.sortKeys()).rows().getFirst())
                .isEqualTo(new Row(Map.of("sk", AttributeValue.fromS("f0000000"))));
    }

    @Test
    void otherQueriesAreNotForGeneratedFollowers() {
        assertThat(FollowerQuery.of(call("following:" + AUTHOR), "feedmill-follows"))
                .isEmpty();
        assertThat(FollowerQuery.of(call("followers:bob"), "feedmill-follows")).isEmpty();
        assertThat(FollowerQuery.of(call("followers:" + AUTHOR), "feedmill-feeds"))
                .isEmpty();
    }

    private static ApiCall call(String partition) {
        ObjectNode json = Body.newObject().put("TableName", "feedmill-follows");
        json.putObject("ExpressionAttributeValues").putObject(":pk").put("S", partition);
        return ApiCall.of("DynamoDB_20120810.Query", Body.of(json));
    }
}
