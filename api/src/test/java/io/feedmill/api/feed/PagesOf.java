package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.access.TruthCopy;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.outbox.Watermark;
import io.feedmill.api.recall.Recalls;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** The pages of an API over these stores. */
public final class PagesOf {
    public static final Duration RETENTION = Duration.ofDays(30);

    private PagesOf() {}

    /** Nothing is known of the recalls yet. */
    public static Recalls recalls(Stores stores, SettableClock clock) {
        return new Recalls(
                stores.recalls(),
                new Recalls.Bounds(200, 1_000),
                new SuspendSafeClock(clock::nanoTime, clock),
                new Random(7),
                () -> {},
                new UserRights(stores.rights(), clock));
    }

    public static TruthCopy truths(Stores stores, SettableClock clock) {
        return new TruthCopy(stores.feeds(), clock::nanoTime, 1_000_000);
    }

    /** Recalls that are read once, and never too old. */
    public static Recalls stillRecalls(Stores stores) {
        Recalls recalls = recalls(stores, new SettableClock());
        recalls.poll();
        recalls.upkeep();
        return recalls;
    }

    /** Pages that show home feeds only. */
    record NoSources() implements PageSources {
        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public List<PageSource> of(UserId reader) {
            throw new AssertionError("asked though empty");
        }
    }

    /** Pages of home feeds only. */
    public static FeedReader stores(Stores stores, SettableClock clock, Recalls recalls) {
        return stores(stores, clock, recalls, truths(stores, clock), new NoSources());
    }

    public static FeedReader stores(
            Stores stores, SettableClock clock, Recalls recalls, TruthCopy truths, PageSources sources) {
        return new FeedReader(
                stores.feeds(),
                stores.readers(),
                recalls,
                new ReadAccess(truths, stores.follows(), stores.readers()),
                new FullTexts(stores.posts()),
                new Watermark(stores.workers(), 1, () -> true, clock, Duration.ofMinutes(1)),
                sources,
                returns(stores, clock, new MemoryQueue(clock)));
    }

    /** The returns of readers by these stores. */
    static Returns returns(Stores stores, SettableClock clock, QueueSender queue) {
        return new Returns(
                stores.readers(),
                stores.follows(),
                stores.rebuilds(),
                new WorkSender(queue, new ApiMetrics(new SimpleMeterRegistry())),
                stores.feeds(),
                new FeedSettings(RETENTION),
                clock);
    }
}
