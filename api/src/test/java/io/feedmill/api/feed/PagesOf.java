package io.feedmill.api.feed;

import io.feedmill.api.access.FreshPosts;
import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.onread.Heads;
import io.feedmill.api.onread.Heads.PageSettings;
import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.api.recall.NoticeListener;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.storage.SideBySide;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.springframework.util.unit.DataSize;

/** The pages of an API over these stores. */
public final class PagesOf {
    public static final Duration RETENTION = Duration.ofDays(30);

    private PagesOf() {}

    /** Parts of an API. */
    public record Api(SettableClock clock, Recalls recalls, OnReadAuthors authors, Heads heads, HomePages pages) {
        /** Polls the notices, as each second. */
        public void poll() {
            recalls.poll();
            recalls.upkeep(clock.instant());
        }
    }

    public static SuspendSafeClock clocks(SettableClock clock) {
        return new SuspendSafeClock(clock::nanoTime, clock);
    }

    /** Nothing is known of the recalls yet. */
    public static Recalls recalls(Stores stores, SettableClock clock, NoticeListener... listeners) {
        return new Recalls(
                stores.recalls(),
                new Recalls.Bounds(200, 1_000),
                clocks(clock),
                new Random(7),
                () -> {},
                List.of(listeners));
    }

    public static FreshPosts truths(Stores stores, SettableClock clock) {
        return new FreshPosts(stores.feeds(), clocks(clock), 1_000_000);
    }

    /** Recalls that are read once, and never too old. */
    public static Recalls stillRecalls(Stores stores) {
        SettableClock clock = new SettableClock();
        Recalls recalls = recalls(stores, clock);
        recalls.poll();
        recalls.upkeep(clock.instant());
        return recalls;
    }

    public static Heads heads(Stores stores, SettableClock clock, OnReadAuthors authors) {
        return new Heads(
                stores.feeds(),
                authors,
                new SideBySide(16),
                new PageSettings(DataSize.ofMegabytes(64)),
                clocks(clock),
                new ApiMetrics(new SimpleMeterRegistry()));
    }

    /** An API that reads each thing by these stores. */
    public static Api api(Stores stores, SettableClock clock) {
        OnReadAuthors authors = new OnReadAuthors(stores.onRead(), clocks(clock), Runnable::run);
        Heads heads = heads(stores, clock, authors);
        Recalls recalls = recalls(stores, clock, authors, heads);
        return new Api(clock, recalls, authors, heads, pages(stores, clock, clock, recalls, authors, heads));
    }

    /** Pages beside an empty list of authors on read, which costs these stores no read. */
    public static HomePages stores(Stores stores, SettableClock clock, Recalls recalls) {
        OnReadAuthors authors = new OnReadAuthors(new MemoryStores(clock).onRead(), clocks(clock), Runnable::run);
        return pages(stores, clock, clock, recalls, authors, heads(stores, clock, authors));
    }

    /** @param now the time of posts */
    static HomePages pages(
            Stores stores, SettableClock clock, Clock now, Recalls recalls, OnReadAuthors authors, Heads heads) {
        ReturningReaders returns = returns(stores, clock, new ClockOffset(clock, new SimpleMeterRegistry()));
        return new HomePages(
                stores.feeds(),
                stores.readers(),
                new PageSources(authors, heads, returns.follows(), returns),
                heads,
                shown(stores, clock, recalls),
                new Watermark(
                        stores.notes(), stores.follows(), 1, () -> true, clocks(clock), clock, Duration.ofMinutes(1)),
                new SideBySide(16),
                new FeedSettings(RETENTION),
                now);
    }

    static ReturningReaders returns(Stores stores, SettableClock clock, ClockOffset offset) {
        return new ReturningReaders(
                stores.readers(),
                new FollowCopies(stores.follows(), clocks(clock)),
                stores.rebuilds(),
                new WorkSender(new MemoryQueue(clock), new ApiMetrics(new SimpleMeterRegistry()), 0),
                new FeedSettings(RETENTION),
                offset);
    }

    static ShownItems shown(Stores stores, SettableClock clock, Recalls recalls) {
        return new ShownItems(
                recalls,
                new ReadAccess(truths(stores, clock), stores.follows(), stores.readers()),
                new FullTexts(stores.posts()));
    }
}
