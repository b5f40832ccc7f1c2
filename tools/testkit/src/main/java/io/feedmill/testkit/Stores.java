package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.room.RoomStore;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.springframework.beans.factory.BeanFactory;

/** The stores over one set of tables. */
public interface Stores {
    /** Later than any clock of tests. */
    Instant FUTURE = Instant.parse("2200-01-01T00:00:00Z");

    /** Returns the store of this type. */
    <S> S get(Class<S> type);

    /** Returns the stores of a context. */
    static Stores of(BeanFactory beans) {
        return new Stores() {
            @Override
            public <S> S get(Class<S> type) {
                return beans.getBean(type);
            }
        };
    }

    /** Returns the outbox rows of this work in all shards, oldest first. */
    static List<OutboxRow> openRows(Stores stores, Predicate<OpenWork> which) {
        return IntStream.range(0, stores.outbox().shards())
                .mapToObj(shard -> stores.outbox().rows(shard, FUTURE, null, 1_000))
                .flatMap(page -> page.rows().stream())
                .filter(row -> which.test(row.work()))
                .sorted(Comparator.comparingLong(row -> row.work().tick()))
                .toList();
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

    default WorkerStore workers() {
        return get(WorkerStore.class);
    }

    default NoteStore notes() {
        return get(NoteStore.class);
    }

    default CounterStore counters() {
        return get(CounterStore.class);
    }

    default LedgerStore ledger() {
        return get(LedgerStore.class);
    }

    default NotificationStore notifications() {
        return get(NotificationStore.class);
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

    default ReportStore reports() {
        return get(ReportStore.class);
    }

    default PlaceStore places() {
        return get(PlaceStore.class);
    }

    default RecallStore recalls() {
        return get(RecallStore.class);
    }

    default OnReadStore onRead() {
        return get(OnReadStore.class);
    }

    default DormancyStore dormancy() {
        return get(DormancyStore.class);
    }

    default RightsStore rights() {
        return get(RightsStore.class);
    }
}
