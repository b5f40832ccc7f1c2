package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.ReadUnits;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.post.Mode;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.faults.FaultProxy;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.server.SharedEmulators;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Bare calls and peers on the emulators: each makes the requests that its work takes, and no other. */
@Tag("full")
class SdkContendersIT {
    private static final int FOLLOWERS = 30;

    private final EmulatorProcesses servers = SharedEmulators.get();
    private final FaultProxy store = FaultProxy.start(servers.dynamoDb().endpoint(), Script.NONE, 0);
    private final FaultProxy queues = FaultProxy.start(servers.queues().endpoint(), Script.NONE, 0);
    private final BareCalls bare = new BareCalls(new Endpoints(store.endpoint(), queues.endpoint()));
    private final Deliveries deliveries = Deliveries.of(FOLLOWERS, 1);
    private final DynamoDbClient client = BareCalls.fastest(servers.dynamoDb().endpoint(), DynamoDbClient.builder());

    @BeforeEach
    void createTables() {
        Deliveries.TABLES.create(client, CommonConfiguration.tables());
    }

    @AfterEach
    void close() {
        bare.close();
        client.close();
        queues.close();
        store.close();
    }

    @Test
    void theLoopWritesARowAFollower() {
        int before = rows();
        assertThat(run(bare.loop(deliveries), "PutItem")).isEqualTo(FOLLOWERS);
        assertThat(rows() - before).isEqualTo(FOLLOWERS);
    }

    @Test
    void theLimitWritesTheSameRowsInBatches() {
        int before = rows();
        assertThat(run(bare.writes(deliveries), "BatchWriteItem")).isEqualTo(2);
        assertThat(rows() - before).isEqualTo(FOLLOWERS);
    }

    @Test
    void aPageIsTwoQueriesAndAPostATransaction() {
        List<String> reader = List.of("f0000000");
        assertThat(run(bare.pages(reader, 4, 2), "Query")).isEqualTo(2 * 4);
        Contender posts = bare.posts(2, 1);
        Statistics before = queues.statistics();
        assertThat(run(posts, "TransactWriteItems")).isEqualTo(2);
        assertThat(queues.statistics().since(before).requests()).isEqualTo(2);
    }

    @Test
    void listedAuthorsHaveAPostAfterEachOfTheHomeFeeds() {
        bare.write(Deliveries.of(1, 3), List.of("ann", "bob"));
        bare.list(List.of("ann", "bob"), true);
        bare.list(List.of("ann"), false);
        try (ConfigurableApplicationContext beans = CommonConfiguration.start(
                client,
                new TableSettings("feedmill-", false, 64, 64, 8, 64),
                new FeedSettings(Deliveries.RETENTION),
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()))) {
            FeedStore feeds = beans.getBean(FeedStore.class);
            List<PostId> newest = Stream.of("home:f0000000", "user:ann", "user:bob")
                    .flatMap(feed -> feeds.page(new FeedName(feed), PageRequest.first(3)).items().stream())
                    .map(FeedItem::post)
                    .toList();
            assertThat(IntStream.of(2, 5, 8, 1, 4, 7, 0, 3, 6).mapToObj(newest::get))
                    .hasSize(9)
                    .isSortedAccordingTo(Comparator.comparingLong(PostId::tick));
            assertThat(feeds.page(new FeedName("user:ann"), PageRequest.first(3))
                            .items())
                    .extracting(FeedItem::mode)
                    .containsOnly(Mode.ON_READ);
            assertThat(beans.getBean(OnReadStore.class).all())
                    .containsExactly(new OnReadAuthor(new UserId("ann"), true, false));
        }
    }

    @Test
    void readUnitsAreCountedAndWriteUnitsAreNot() {
        try (ReadUnits units = new ReadUnits(Endpoints.of(servers));
                BareCalls counted = new BareCalls(units.endpoints())) {
            assertThat(units.of(() -> counted.writes(deliveries).run())).isZero();
            assertThat(units.of(() -> counted.pages(List.of("nobody"), 3, 1).run()))
                    .isEqualTo(2 * 3);
        }
    }

    /** Returns the number of requests of the operation, which must be all. */
    private long run(Contender contender, String operation) {
        Statistics before = store.statistics();
        contender.run();
        Statistics since = store.statistics().since(before);
        assertThat(since.requests()).isEqualTo(since.operation(operation).requests());
        return since.requests();
    }

    private int rows() {
        return client.scan(r -> r.tableName(Deliveries.TABLE).select(Select.COUNT))
                .count();
    }
}
