package io.feedmill.common.config;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.permission.PermissionStore;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.queue.SqsQueueSender;
import io.feedmill.common.reaction.ReactionStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.storage.Sleeper;
import io.feedmill.common.view.ViewStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * What API and worker share. A process that bounds its batch writes brings a {@link WriteGate}; one that watches its calls to DynamoDB and SQS
 * brings {@link ExecutionInterceptor}s.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({TableSettings.class, QueueSettings.class, FeedSettings.class})
public class CommonConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    TickClock tickClock() {
        return TickClock.system();
    }

    @Bean
    DynamoDbClient dynamoDbClient(TableSettings tables, ObjectProvider<ExecutionInterceptor> interceptors) {
        DynamoDbClient client = DynamoClients.create(
                tables.connections(), interceptors.orderedStream().toList());
        if (tables.create()) {
            tables.schema().create(client);
        }
        return client;
    }

    @Bean
    SqsClient sqsClient(TableSettings tables, QueueSettings queues, ObjectProvider<ExecutionInterceptor> interceptors) {
        SqsClient client = SqsClients.create(
                tables.connections(), interceptors.orderedStream().toList());
        if (queues.create()) {
            queues.schema().create(client);
        }
        return client;
    }

    @Bean
    SqsQueueSender queueSender(SqsClient client, QueueSettings queues) {
        return new SqsQueueSender(client, queues.schema());
    }

    @Bean
    DeadLetterStore deadLetterStore(SqsClient client, QueueSettings queues) {
        return DeadLetterStore.in(client, queues.schema());
    }

    @Bean
    Stores stores(
            DynamoDbClient client,
            TableSettings tables,
            FeedSettings feeds,
            MeterRegistry registry,
            ObjectProvider<WriteGate> gate,
            Clock clock) {
        return Stores.in(
                client, tables, feeds, new DynamoMetrics(registry), gate.getIfAvailable(WriteGate::open), clock);
    }

    @Bean
    ScanStore scanStore(DynamoDbClient client, TableSettings tables, MeterRegistry registry) {
        return ScanStore.in(
                new Dynamo(client, tables.schema(), new DynamoMetrics(registry), Sleeper.system(), System::nanoTime));
    }

    @Bean
    PublishStore publishStore(Stores stores) {
        return stores.publishing();
    }

    @Bean
    PostStore postStore(Stores stores) {
        return stores.posts();
    }

    @Bean
    FeedStore feedStore(Stores stores) {
        return stores.feeds();
    }

    @Bean
    FollowStore followStore(Stores stores) {
        return stores.follows();
    }

    @Bean
    JobStore jobStore(Stores stores) {
        return stores.jobs();
    }

    @Bean
    OutboxStore outboxStore(Stores stores) {
        return stores.outbox();
    }

    @Bean
    CounterStore counterStore(Stores stores) {
        return stores.counters();
    }

    @Bean
    LedgerStore ledgerStore(Stores stores) {
        return stores.ledger();
    }

    @Bean
    AnnouncementStore announcementStore(Stores stores) {
        return stores.announcements();
    }

    @Bean
    RoomStore roomStore(Stores stores) {
        return stores.rooms();
    }

    @Bean
    DeviceStore deviceStore(Stores stores) {
        return stores.devices();
    }

    @Bean
    ViewStore viewStore(Stores stores) {
        return stores.views();
    }

    @Bean
    ReactionStore reactionStore(Stores stores) {
        return stores.reactions();
    }

    @Bean
    ReportStores reportStores(Stores stores) {
        return stores.reports();
    }

    @Bean
    PlaceStore placeStore(Stores stores) {
        return stores.places();
    }

    @Bean
    DocumentStore documentStore(Stores stores) {
        return stores.documents();
    }

    @Bean
    PermissionStore permissionStore(Stores stores) {
        return stores.permissions();
    }
}
