package io.feedmill.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.meter.Bill;
import io.feedmill.bench.meter.Meter;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.bench.work.SdkClients;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.testkit.server.SharedEmulators;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Peers and limits on emulators, and what AWS would bill for them. */
class PeersIT {
    private static final int FOLLOWERS = 30;

    private final EmulatorProcesses servers = SharedEmulators.get();
    private final Meter store = Meter.start(servers.dynamoDb().endpoint());
    private final Meter queues = Meter.start(servers.queues().endpoint());
    private final Endpoints endpoints = new Endpoints(store.endpoint(), queues.endpoint());
    private final Deliveries deliveries = Deliveries.of(FOLLOWERS, 1);
    private final DynamoDbClient client = SdkClients.fastest(servers.dynamoDb().endpoint());

    @BeforeEach
    void createTables() {
        HomeRows.TABLES.create(client);
    }

    @AfterEach
    void close() {
        client.close();
        queues.close();
        store.close();
    }

    @Test
    void everyFollowerGetsARowForAUnit() {
        try (ArticleLoop loop = new ArticleLoop(store.endpoint(), deliveries);
                MessagePerFollower messages = new MessagePerFollower(endpoints, deliveries)) {
            assertThat(billOf(loop).of("PutItem").requests()).isEqualTo(FOLLOWERS);
            Bill bill = billOf(messages);
            assertThat(bill.of("SendMessageBatch").requests()).isEqualTo(3);
            assertThat(bill.of("PutItem").requests()).isEqualTo(FOLLOWERS);
            assertThat(bill.of("DeleteMessageBatch").requests()).isPositive();
        }
    }

    @Test
    void bareCallsAreAnsweredAndBilled() {
        try (Limits limits = Limits.of(endpoints)) {
            assertThat(run(limits.transactions(1, 1)).total().writeUnits()).isEqualTo(2 * 9);
            client.batchWriteItem(new HomeRows(deliveries.items().getFirst()).batch(List.of("reader")));
            assertThat(run(limits.queries(List.of("reader"), 4, 1)).of("Query"))
                    .satisfies(charge -> assertThat(charge.requests()).isEqualTo(4))
                    .satisfies(charge -> assertThat(charge.readUnits()).isEqualTo(4));
            assertThat(run(limits.posts(2, 1)).of("SendMessage").requests()).isEqualTo(2);
            assertThat(run(limits.batchTakes(3, 1)).of("DeleteMessageBatch").requests())
                    .isEqualTo(3);
            assertThat(run(limits.takes(3, 1)).of("DeleteMessage").requests()).isEqualTo(3);
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
        return client.scan(r -> r.tableName(HomeRows.TABLE).select(Select.COUNT))
                .count();
    }
}
