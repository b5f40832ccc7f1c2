package io.feedmill.common.config;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Sleeper;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.PublishStore;
import java.security.SecureRandom;
import java.time.Clock;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Every store over one set of tables. */
public record Stores(
        PublishStore publishing,
        PostStore posts,
        FeedStore feeds,
        FollowStore follows,
        JobStore jobs,
        OutboxStore outbox,
        CounterStore counters,
        LedgerStore ledger,
        AnnouncementStore announcements) {

    /** The stores in DynamoDB; batch writes pass through the gate. */
    public static Stores in(
            DynamoDbClient client,
            TableSettings tables,
            FeedSettings feeds,
            DynamoMetrics metrics,
            WriteGate gate,
            Clock clock) {
        Dynamo dynamo = new Dynamo(client, tables.schema(), metrics, Sleeper.system(), System::nanoTime);
        BatchWriter writer = new BatchWriter(client, tables.schema(), metrics, gate, Sleeper.system());
        FeedRows feedRows = new FeedRows(feeds.retention());
        LedgerRows ledgerRows = new LedgerRows(tables.ledgerShards(), new SecureRandom());
        CounterRows counterRows = new CounterRows(tables.counterShards());
        return new Stores(
                PublishStore.in(dynamo, feedRows, ledgerRows, tables.outboxShards(), clock),
                PostStore.in(dynamo),
                FeedStore.in(dynamo, writer, feedRows, clock),
                FollowStore.in(dynamo, writer, clock),
                JobStore.in(dynamo, ledgerRows, counterRows, clock),
                OutboxStore.in(dynamo, tables.outboxShards()),
                CounterStore.in(dynamo, counterRows),
                LedgerStore.in(dynamo, ledgerRows),
                AnnouncementStore.in(dynamo, clock));
    }
}
