package io.feedmill.api.feed;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dormant.DormancyCopy;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** The returns of readers by these stores. */
public final class ReturnsOf {
    public static final Duration RETENTION = Duration.ofDays(30);

    private ReturnsOf() {}

    public static Returns stores(Stores stores, SettableClock clock) {
        return stores(stores, clock, new MemoryQueue(clock));
    }

    static Returns stores(Stores stores, SettableClock clock, QueueSender queue) {
        return new Returns(
                new DormancyCopy(stores.dormancy(), new SuspendSafeClock(clock::nanoTime, clock), Runnable::run),
                stores.readers(),
                stores.follows(),
                stores.rebuilds(),
                new WorkSender(queue, new ApiMetrics(new SimpleMeterRegistry())),
                stores.feeds(),
                new FeedSettings(RETENTION),
                clock);
    }
}
