package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.faults.FaultProxy;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.server.SharedEmulators;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
        assertThat(run(bare.pagesAsJson(reader, 4, 2), "Query")).isEqualTo(2 * 4);
        Contender posts = bare.posts(2);
        Statistics before = queues.statistics();
        assertThat(run(posts, "TransactWriteItems")).isEqualTo(2);
        assertThat(queues.statistics().since(before).requests()).isEqualTo(2);
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
