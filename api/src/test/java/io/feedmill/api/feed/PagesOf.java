package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.access.TruthCopy;
import io.feedmill.api.outbox.Watermark;
import io.feedmill.api.recall.Recalls;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import java.time.Duration;
import java.util.Random;

/** The pages of an API over these stores. */
public final class PagesOf {
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

    /** Pages of home feeds only. */
    public static FeedReader stores(Stores stores, SettableClock clock, Recalls recalls) {
        return stores(stores, clock, recalls, truths(stores, clock), new NoSources());
    }

    static FeedReader stores(
            Stores stores, SettableClock clock, Recalls recalls, TruthCopy truths, PageSources sources) {
        return new FeedReader(
                stores.feeds(),
                stores.readers(),
                recalls,
                new ReadAccess(truths, stores.follows(), stores.readers()),
                new FullTexts(stores.posts()),
                new Watermark(
                        stores.workers(), stores.outbox().shards(), () -> true, clock::nanoTime, Duration.ofMinutes(1)),
                sources,
                ReturnsOf.stores(stores, clock));
    }
}
