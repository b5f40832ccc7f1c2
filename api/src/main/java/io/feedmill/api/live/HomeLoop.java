package io.feedmill.api.live;

import io.feedmill.api.feed.HomePages;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.feed.HomePages.Probe;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Parallel;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the home feed of one user, in one thread, for all live feeds here: each compares the newest page with what it has sent. Thread-safe. */
final class HomeLoop {
    private static final Logger LOG = LoggerFactory.getLogger(HomeLoop.class);
    /** Between looks, how often the page is compared with the recalls that this instance knows: a retraction does not wait for the next look. */
    private static final long RECALLS = Duration.ofMillis(250).toNanos();

    private static final long UNAVAILABLE = Duration.ofSeconds(30).toNanos();

    private final UserId reader;
    private final HomePages pages;
    private final Badge badge;
    private final ApiMetrics metrics;
    private final ProcessTime time;
    private final LookSchedule schedule;
    /** The thread of the loop, and those that wait for another page. */
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private int streams = 1;
    private boolean asked;
    /** What the look in progress finds, and the one after it. */
    private CompletableFuture<HomePage> current = new CompletableFuture<>();

    private CompletableFuture<HomePage> next = new CompletableFuture<>();
    /** The last look since which the page was read; null: read the page. */
    private @Nullable Probe seen;

    private volatile @Nullable HomePage page;
    /** Null: it could not be counted yet. */
    private volatile Badge.@Nullable Counted counted;
    /** Of the last look; null: it has succeeded. */
    private @Nullable RuntimeException failure;

    private volatile long succeededAt;

    /** A loop of one stream. */
    HomeLoop(UserId reader, HomePages pages, Badge badge, ApiMetrics metrics, ProcessTime time) {
        this.reader = reader;
        this.pages = pages;
        this.badge = badge;
        this.metrics = metrics;
        this.time = time;
        this.schedule = new LookSchedule(nanoTime());
        this.succeededAt = nanoTime();
    }

    UserId reader() {
        return reader;
    }

    long nanoTime() {
        return time.nanoTime();
    }

    /** Adds a stream, unless there are so many; returns whether it did. */
    synchronized boolean add(int maximum) {
        boolean room = streams < maximum;
        streams += room ? 1 : 0;
        return room;
    }

    /** Removes a stream; returns whether it was the last, with which the loop ends. */
    synchronized boolean remove() {
        streams--;
        wake();
        return streams == 0;
    }

    /** Wakes up the loop and the streams. */
    void wake() {
        threads.forEach(LockSupport::unpark);
    }

    /** Looks until the last stream has left. */
    void run() {
        threads.add(Thread.currentThread());
        try {
            while (awaitLook()) {
                lookOnce();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over();
        }
    }

    /** Nobody waits for a thread that has ended, also if an error ended it. */
    private synchronized void over() {
        RuntimeException error = new IllegalStateException("the thread of the live feed has ended");
        current.completeExceptionally(error);
        next.completeExceptionally(error);
    }

    private boolean awaitLook() throws InterruptedException {
        for (long wait = untilLook(); wait > 0; wait = untilLook()) {
            time.park(Math.min(wait, RECALLS));
        }
        return begin();
    }

    private synchronized long untilLook() {
        return streams == 0 || asked || isRecalled() ? 0 : schedule.untilLook(nanoTime());
    }

    /** Not after a failure: the next attempt has its time. */
    private boolean isRecalled() {
        return failure == null && seen != null && pages.isRecalled(seen, page);
    }

    private synchronized boolean begin() {
        if (asked) {
            asked = false;
            seen = null;
            schedule.moved(nanoTime());
        }
        current = next;
        next = new CompletableFuture<>();
        return streams > 0;
    }

    /** A failure leaves the page as it is. */
    private void lookOnce() {
        try {
            look();
            end(null);
        } catch (RuntimeException e) {
            metrics.count(Event.LIVE_LOOKS, 1, "outcome", "failed");
            end(e);
        }
    }

    private void look() {
        long now = nanoTime();
        schedule.looked(now);
        Probe before = seen;
        HomePage shown = page;
        if (before != null && shown != null && pages.isStale()) {
            page = pages.withoutRecalled(shown); // nothing is read: an outage has reads enough
            return;
        }
        Probe probe = pages.probe(reader, before, page);
        boolean unchanged = before != null && probe.isSameAs(before) && !schedule.isPageDue(now);
        if (unchanged) {
            metrics.count(Event.LIVE_LOOKS, 1, "outcome", "unchanged");
        } else {
            seen = null; // until the page is read
            show(pages.first(reader), now);
            metrics.count(Event.LIVE_LOOKS, 1, "outcome", "page");
        }
        seen = probe;
        count(unchanged ? counted : null);
    }

    /** What is counted may also change without a mark: so with each page it is counted again. A failure leaves the number as it is. */
    private void count(Badge.@Nullable Counted before) {
        try {
            counted = badge.count(reader, before);
        } catch (RuntimeException e) {
            LOG.atDebug().addKeyValue("user", reader.value()).setCause(e).log("Cannot count notifications");
        }
    }

    private void show(HomePage read, long began) {
        HomePage before = page;
        if (before == null
                || !PageDifference.between(before.page(), read.page()).isEmpty()) {
            schedule.moved(began);
        }
        schedule.read(began);
        page = read;
    }

    private void end(@Nullable RuntimeException error) {
        if (error != null && failure == null) {
            LOG.atWarn().addKeyValue("user", reader.value()).setCause(error).log("Cannot read live feed");
        } else if (error == null && failure != null) {
            LOG.atInfo().addKeyValue("user", reader.value()).log("Live feed read again");
        }
        failure = error;
        if (error == null) {
            succeededAt = nanoTime();
            current.complete(Objects.requireNonNull(page));
        } else {
            current.completeExceptionally(error);
        }
        wake();
    }

    /** Returns the page as it is from now on; throws if it cannot be read. */
    HomePage now() throws InterruptedException {
        return Parallel.await(ask());
    }

    private synchronized CompletableFuture<HomePage> ask() {
        asked = true;
        wake();
        return next;
    }

    /** Returns the newest page; waits for another one than this up to a time, or until all are woken up. */
    HomePage newest(HomePage sent, long waitNanos) throws InterruptedException {
        threads.add(Thread.currentThread());
        try {
            if (sent.equals(page)) {
                time.park(waitNanos);
            }
            return Objects.requireNonNull(page);
        } finally {
            threads.remove(Thread.currentThread());
        }
    }

    /** Returns the number of unseen notifications as of the last look; null: unknown. */
    Badge.@Nullable Unseen unseen() {
        Badge.Counted known = counted;
        return known == null ? null : known.number();
    }

    /** Whether the feed was not read for so long that clients should know. */
    boolean isUnavailable() {
        return nanoTime() - succeededAt >= UNAVAILABLE;
    }
}
