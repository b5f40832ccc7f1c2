package io.feedmill.api;

import io.feedmill.api.security.SampleCalls;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.UnfollowSettings;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.time.Schedules;
import io.feedmill.common.trace.TraceBeans;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.MemoryDeadLetterStore;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.feedmill.testkit.server.DynamoScanBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** The API with fake stores. Not a component: no scan must find it. */
@EnableAutoConfiguration
@ConfigurationPropertiesScan
@EnableConfigurationProperties({
    BreakerSettings.class,
    FeedSettings.class,
    RetentionSettings.class,
    UnfollowSettings.class
})
@ComponentScan(excludeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = FeedmillApi.class))
@Import({TraceBeans.class, Schedules.class})
public class FakeApi {
    private static final List<Class<?>> STORES = List.of(
            PostStore.class,
            FollowStore.class,
            FeedStore.class,
            ReaderStore.class,
            DormancyStore.class,
            RebuildStore.class,
            JobStore.class,
            CounterStore.class,
            LedgerStore.class,
            RoomStore.class,
            DeviceStore.class,
            ReportStore.class,
            OnReadStore.class,
            PlaceStore.class,
            RightsStore.class,
            NotificationStore.class,
            WorkerStore.class,
            NoteStore.class,
            RecallStore.class);

    @Bean
    SetBackClock clock() {
        return new SetBackClock();
    }

    @Bean
    ProcessTime processTime() {
        return ProcessTime.system();
    }

    @Bean
    RandomGenerator random() {
        return new SecureRandom();
    }

    @Bean
    SuspendSafeClock clocks(ProcessTime time, Clock clock) {
        return new SuspendSafeClock(time::nanoTime, clock);
    }

    @Bean
    MemoryStores stores(Clock clock) {
        return new MemoryStores(clock);
    }

    /** Faults of the calls that the API makes, none at first. */
    @Bean
    FaultRules faults() {
        return new FaultRules();
    }

    /** What the API gets: {@link MemoryStores} is one of these, too, without faults. */
    @Bean
    @Primary
    Stores faultyStores(MemoryStores stores, FaultRules faults) {
        return stores.stores(faults);
    }

    @Bean
    static BeanFactoryPostProcessor storeBeans() {
        return beans -> STORES.forEach(type -> beans.registerSingleton(
                type.getSimpleName(), beans.getBean(Stores.class).get(type)));
    }

    @Bean
    MemoryQueue queue(Clock clock) {
        return new MemoryQueue(clock);
    }

    @Bean
    MemoryDeadLetterStore deadLetters(Clock clock) {
        return new MemoryDeadLetterStore(clock);
    }

    @Bean
    TableSettings tables() {
        return BoundSettings.bind("feedmill.tables", TableSettings.class, Map.of());
    }

    @Bean
    List<Table> allTables() {
        return CommonConfiguration.tables();
    }

    @Bean
    MonotonicTicks tickClock(Clock clock) {
        return new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
    }

    /** Tables of the account beside those of the stores. */
    @Bean
    MemoryDynamoDb account(Clock clock) {
        return new MemoryDynamoDb(clock);
    }

    /** With the table whose partitions tests list. */
    @Bean
    DynamoScanBackend scanned(MemoryDynamoDb account) {
        DynamoScanBackend scanned = new DynamoScanBackend(account);
        scanned.create(SampleCalls.table(SampleCalls.TABLE));
        return scanned;
    }

    @Bean
    ScanStore scans(DynamoScanBackend scanned) {
        return scanned.store();
    }

    @Bean
    ClockOffset clockOffset(Clock clock, MeterRegistry registry) {
        return new ClockOffset(clock, registry);
    }
}
