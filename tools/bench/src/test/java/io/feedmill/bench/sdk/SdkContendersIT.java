package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.meter.Bill;
import io.feedmill.bench.meter.Meter;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.testkit.server.SharedEmulators;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Bare calls and peers on the emulators, and their bills. */
class SdkContendersIT {
    private static final int FOLLOWERS = 30;

    private final EmulatorProcesses servers = SharedEmulators.get();
    private final Meter store = Meter.start(servers.dynamoDb().endpoint());
    private final Meter queues = Meter.start(servers.queues().endpoint());
    private final Endpoints endpoints = new Endpoints(store.endpoint(), queues.endpoint());
    private final Deliveries deliveries = Deliveries.of(FOLLOWERS, 1);
    private final DynamoDbClient client = SdkClients.fastest(servers.dynamoDb().endpoint(), DynamoDbClient.builder());

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
        try (ArticleLoop loop = new ArticleLoop(store.endpoint());
                MessagePerFollower messages = new MessagePerFollower(endpoints)) {
            assertThat(billOf(loop.contender(deliveries)).of("PutItem").requests())
                    .isEqualTo(FOLLOWERS);
            Bill bill = billOf(messages.contender(deliveries));
            assertThat(bill.of("SendMessageBatch").requests()).isEqualTo(3);
            assertThat(bill.of("PutItem").requests()).isEqualTo(FOLLOWERS);
            assertThat(bill.of("DeleteMessageBatch").requests()).isPositive();
        }
    }

    @Test
    void bareCallsAreBilled() {
        try (BareCalls bare = new BareCalls(endpoints)) {
            bare.writes(deliveries).run();
            assertThat(run(bare.pages(List.of("f0000000"), 4)).of("Query"))
                    .satisfies(charge -> assertThat(charge.requests()).isEqualTo(4))
                    .satisfies(charge -> assertThat(charge.readUnits()).isGreaterThanOrEqualTo(4));
            Bill posts = run(bare.posts(2));
            assertThat(posts.total().writeUnits()).isEqualTo(2 * 2 * 9);
            assertThat(posts.of("SendMessage").requests()).isEqualTo(2);
        }
    }

    /** A delivery is one write unit and one row. */
    private Bill billOf(Contender peer) {
        int before = rows();
        Bill bill = run(peer);
        assertThat(bill.total().writeUnits()).isEqualTo(FOLLOWERS);
        assertThat(rows() - before).isEqualTo(FOLLOWERS);
        return bill;
    }

    private Bill run(Contender contender) {
        Bill before = store.bill().plus(queues.bill());
        contender.run();
        return store.bill().plus(queues.bill()).minus(before);
    }

    private int rows() {
        return client.scan(r -> r.tableName(Deliveries.TABLE).select(Select.COUNT))
                .count();
    }
}
