package io.feedmill.common;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.ReactionStore;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.ChangeStore;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.room.RoomStore;
import java.time.Clock;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The stores over one set of tables, for commands and tests, which run outside of a Spring application. */
public interface Stores {

    /** Returns the store of this type. */
    <S> S get(Class<S> type);

    /** Opens the stores in DynamoDB, with the configurations that API and workers use. Batch writes pass through the gate. */
    static Stores in(
            DynamoDbClient client,
            TableSettings tables,
            FeedSettings feeds,
            DynamoMetrics metrics,
            WriteGate gate,
            Clock clock) {
        AnnotationConfigApplicationContext beans = new AnnotationConfigApplicationContext();
        beans.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
        beans.register(CommonConfiguration.class);
        register(beans, DynamoDbClient.class, client);
        register(beans, TableSettings.class, tables);
        register(beans, FeedSettings.class, feeds);
        register(beans, DynamoMetrics.class, metrics);
        register(beans, WriteGate.class, gate);
        register(beans, Clock.class, clock);
        beans.refresh();
        return beans.getBean(Stores.class);
    }

    /** The given bean takes precedence over the configuration's own. */
    private static <B> void register(AnnotationConfigApplicationContext beans, Class<B> type, B bean) {
        beans.registerBean(type, () -> bean, definition -> definition.setPrimary(true));
    }

    default PublishStore publishing() {
        return get(PublishStore.class);
    }

    default PostStore posts() {
        return get(PostStore.class);
    }

    default FeedStore feeds() {
        return get(FeedStore.class);
    }

    default FollowStore follows() {
        return get(FollowStore.class);
    }

    default ReaderStore readers() {
        return get(ReaderStore.class);
    }

    default RebuildStore rebuilds() {
        return get(RebuildStore.class);
    }

    default JobStore jobs() {
        return get(JobStore.class);
    }

    default OutboxStore outbox() {
        return get(OutboxStore.class);
    }

    default CounterStore counters() {
        return get(CounterStore.class);
    }

    default LedgerStore ledger() {
        return get(LedgerStore.class);
    }

    default RoomStore rooms() {
        return get(RoomStore.class);
    }

    default DeviceStore devices() {
        return get(DeviceStore.class);
    }

    default ViewStore views() {
        return get(ViewStore.class);
    }

    default ReactionStore reactions() {
        return get(ReactionStore.class);
    }

    default ReportStores reports() {
        return get(ReportStores.class);
    }

    default PlaceStore places() {
        return get(PlaceStore.class);
    }

    default DocumentStore documents() {
        return get(DocumentStore.class);
    }

    default ChangeStore changes() {
        return get(ChangeStore.class);
    }

    default RecallStore recalls() {
        return get(RecallStore.class);
    }

    default RightsStore rights() {
        return get(RightsStore.class);
    }

    default AnnouncementStore announcements() {
        return get(AnnouncementStore.class);
    }
}
