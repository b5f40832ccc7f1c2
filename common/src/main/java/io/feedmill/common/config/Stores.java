package io.feedmill.common.config;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.permission.PermissionStore;
import io.feedmill.common.place.PlaceRows;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.reaction.ReactionStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.storage.Sleeper;
import io.feedmill.common.view.ViewStore;
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
        RoomStore rooms,
        DeviceStore devices,
        ViewStore views,
        ReactionStore reactions,
        ReportStores reports,
        PlaceStore places,
        DocumentStore documents,
        PermissionStore permissions,
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
        PlaceRows placeRows = new PlaceRows(tables.placeShards());
        return new Stores(
                PublishStore.in(dynamo, feedRows, ledgerRows, placeRows, tables.outboxShards(), clock),
                PostStore.in(dynamo),
                FeedStore.in(dynamo, writer, feedRows, clock),
                FollowStore.in(dynamo, writer, clock),
                JobStore.in(dynamo, ledgerRows, counterRows, clock),
                OutboxStore.in(dynamo, tables.outboxShards()),
                CounterStore.in(dynamo, counterRows),
                LedgerStore.in(dynamo, ledgerRows),
                RoomStore.in(dynamo),
                DeviceStore.in(dynamo, writer),
                ViewStore.in(dynamo, counterRows, ledgerRows, clock),
                ReactionStore.in(dynamo, counterRows),
                ReportStores.in(dynamo, clock),
                PlaceStore.in(dynamo, placeRows),
                DocumentStore.in(dynamo),
                PermissionStore.in(dynamo, tables.outboxShards()),
                AnnouncementStore.in(dynamo, clock));
    }
}
