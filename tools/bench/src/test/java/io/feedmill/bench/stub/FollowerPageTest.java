package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Table;
import io.feedmill.faults.protocol.Json;
import io.feedmill.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class FollowerPageTest {
    private static final int MAX_BYTES = 1024 * 1024;

    /** Against a model that looks at every follower. */
    @Test
    void findsWhatASearchOfAllFollowersFinds() {
        Seeds.each(400, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> followers = followers(random);
            PartitionQuery query = query(random);
            FollowerQuery.Page page = json(query).page(followers);
            List<String> expected = search(followers, query);
            int size = query.limit() == 0 ? expected.size() : Math.min(query.limit(), expected.size());
            assertThat(page.users()).isEqualTo(expected.subList(0, size));
            assertThat(page.more()).isEqualTo(size < expected.size() || (query.limit() > 0 && size == query.limit()));
        });
    }

    @Test
    void aPageEndsAtOneMegabyte() {
        List<String> followers = new Followers().of("gen-100000-x").orElseThrow();
        List<String> read = new ArrayList<>();
        PartitionQuery query = PartitionQuery.of(Table.FOLLOWS, "followers:gen-100000-x");
        FollowerQuery.Page page = json(query).page(followers);
        while (page.more()) {
            read.addAll(page.users());
            assertThat(page.bytes()).isBetween(MAX_BYTES - 100, MAX_BYTES);
            page = json(query.after(read.getLast())).page(followers);
        }
        read.addAll(page.users());
        assertThat(read).isEqualTo(followers);
    }

    @Test
    void costsAUnitForEachFourKilobytesAndHalfOfThatIfEventuallyConsistent() {
        List<String> followers = new Followers().of("gen-100-x").orElseThrow();
        PartitionQuery query =
                PartitionQuery.of(Table.FOLLOWS, "followers:gen-100-x").limit(1_000);
        assertThat(json(query).page(followers).bytes()).isEqualTo(100 * (19 + 8 + 9 + 11));
        assertThat(units(query, followers)).isEqualTo(2);
        assertThat(units(query.eventuallyConsistent(), followers)).isEqualTo(1);
    }

    private static double units(PartitionQuery query, List<String> followers) {
        FollowerQuery json = json(query);
        return json.response(json.page(followers))
                .at("/ConsumedCapacity/CapacityUnits")
                .asDouble();
    }

    private static List<String> followers(SplittableRandom random) {
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(i -> name(random))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .toList();
    }

    private static String name(SplittableRandom random) {
        return "u" + random.nextInt(20);
    }

    private static PartitionQuery query(SplittableRandom random) {
        PartitionQuery query = PartitionQuery.of(Table.FOLLOWS, "followers:a").limit(random.nextInt(6));
        PartitionQuery bounded = random.nextBoolean() ? query : query.between(name(random), name(random));
        return random.nextBoolean() ? bounded : bounded.after(name(random));
    }

    private static List<String> search(List<String> followers, PartitionQuery query) {
        return followers.stream()
                .filter(user -> query.first() == null || user.compareTo(query.first()) >= 0)
                .filter(user -> query.last() == null || user.compareTo(query.last()) <= 0)
                .filter(user -> query.after() == null || user.compareTo(query.after()) > 0)
                .toList();
    }

    private static FollowerQuery json(PartitionQuery query) {
        ObjectNode json = Json.object();
        json.put("ConsistentRead", query.consistent()).put("ReturnConsumedCapacity", "TOTAL");
        ObjectNode values = json.putObject("ExpressionAttributeValues");
        put(values, ":pk", query.pk());
        put(values, ":first", query.first());
        put(values, ":last", query.last());
        put(json.putObject("ExclusiveStartKey"), "sk", query.after());
        if (query.limit() > 0) {
            json.put("Limit", query.limit());
        }
        return new FollowerQuery(json);
    }

    private static void put(ObjectNode values, String name, @Nullable String value) {
        if (value != null) {
            values.putObject(name).put("S", value);
        }
    }
}
