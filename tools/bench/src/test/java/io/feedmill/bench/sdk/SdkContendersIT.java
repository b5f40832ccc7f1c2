package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Meter;
import io.feedmill.bench.servers.Meter.Charge;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.testkit.server.SharedEmulators;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Bare calls and peers on the emulators, and their bills. */
@Tag("full")
class SdkContendersIT {
    private static final int FOLLOWERS = 30;

    private final EmulatorProcesses servers = SharedEmulators.get();
    private final Meter store = Meter.start(servers.dynamoDb().endpoint());
    private final Meter queues = Meter.start(servers.queues().endpoint());
    private final Endpoints endpoints = new Endpoints(store.endpoint(), queues.endpoint());
    private final Deliveries deliveries = Deliveries.of(FOLLOWERS, 1);
    private final DynamoDbClient client = BareCalls.fastest(servers.dynamoDb().endpoint(), DynamoDbClient.builder());

    @BeforeEach
    void createTables() {
        Deliveries.TABLES.create(client);
    }

    @AfterEach
    void close() {
        client.close();
        queues.close();
        store.close();
    }

    @Test
    void everyFollowerGetsARowForAUnit() {
        try (BareCalls bare = new BareCalls(endpoints)) {
            assertThat(requests(billOf(bare.loop(deliveries)), "PutItem")).isEqualTo(FOLLOWERS);
        }
    }

    @Test
    void bareCallsAreBilled() {
        try (BareCalls bare = new BareCalls(endpoints)) {
            bare.writes(deliveries).run();
            assertThat(run(bare.pages(List.of("f0000000"), 4, 2)).get("Query"))
                    .satisfies(charge -> assertThat(charge.requests()).isEqualTo(2 * 4))
                    .satisfies(charge -> assertThat(charge.readUnits()).isGreaterThanOrEqualTo(2 * 4));
            assertThat(requests(run(bare.pagesAsJson(List.of("f0000000"), 4, 2)), "Query"))
                    .isEqualTo(2 * 4);
            Map<String, Charge> posts = run(bare.posts(2));
            assertThat(writeUnits(posts)).isEqualTo(2 * 2 * 9);
            assertThat(requests(posts, "SendMessage")).isEqualTo(2);
        }
    }

    /** A delivery is one write unit and one row. */
    private Map<String, Charge> billOf(Contender peer) {
        int before = rows();
        Map<String, Charge> bill = run(peer);
        assertThat(writeUnits(bill)).isEqualTo(FOLLOWERS);
        assertThat(rows() - before).isEqualTo(FOLLOWERS);
        return bill;
    }

    private Map<String, Charge> run(Contender contender) {
        store.take();
        queues.take();
        contender.run();
        Map<String, Charge> bill = store.take();
        bill.putAll(queues.take());
        return bill;
    }

    private static long requests(Map<String, Charge> bill, String operation) {
        return bill.getOrDefault(operation, new Charge(0, 0, 0)).requests();
    }

    private static double writeUnits(Map<String, Charge> bill) {
        return bill.values().stream().mapToDouble(Charge::writeUnits).sum();
    }

    private int rows() {
        return client.scan(r -> r.tableName(Deliveries.TABLE).select(Select.COUNT))
                .count();
    }
}
