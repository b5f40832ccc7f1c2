package io.feedmill.api.live;

import io.feedmill.api.feed.FeedReader.HomePage;
import io.feedmill.api.live.LiveReads.Look;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.key.UserId;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the home feed of one user for all live feeds of this instance that show it, in one thread. It keeps the newest page; each live feed compares
 * it with what it has sent, when its client is ready. Thread-safe.
 */
final class HomeLoop {
    private static final Logger LOG = LoggerFactory.getLogger(HomeLoop.class);
    /** Between looks, how often the page is compared with the recalls that this instance knows: a retraction does not wait for the next look. */
    private static final long RECALLS = Duration.ofMillis(250).toNanos();

    private static final long UNAVAILABLE = Duration.ofSeconds(30).toNanos();

    private final UserId reader;
    private final LiveReads reads;
    private final ApiMetrics metrics;
    private final LongSupplier nanoTime;
    private final LookSchedule schedule;
    private int streams = 1;
    /** Looks that have begun, and that have ended. */
    private long begun;

    private long ended;
    private boolean asked;
    /** The last look since which the page was read; null: read the page. */
    private @Nullable Look seen;

    private @Nullable HomePage page;
    /** Of the last look; null: it has succeeded. */
    private @Nullable RuntimeException failure;

    private long succeededAt;

    /**
     * A loop of one stream.
     *
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    HomeLoop(UserId reader, LiveReads reads, ApiMetrics metrics, LongSupplier nanoTime) {
        this.reader = reader;
        this.reads = reads;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.schedule = new LookSchedule(nanoTime.getAsLong());
        this.succeededAt = nanoTime.getAsLong();
    }

    UserId reader() {
        return reader;
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
        notifyAll();
        return streams == 0;
    }

    /** Wakes up the streams. */
    synchronized void wake() {
        notifyAll();
    }

    /** Looks until the last stream has left. */
    void run() {
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
        failure = new IllegalStateException("the thread of the live feed has ended");
        ended = Long.MAX_VALUE;
        notifyAll();
    }

    private synchronized boolean awaitLook() throws InterruptedException {
        long wait = schedule.untilLook(nanoTime.getAsLong());
        while (streams > 0 && !asked && wait > 0 && !isRecalled()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(wait, RECALLS));
            wait = schedule.untilLook(nanoTime.getAsLong());
        }
        if (asked) {
            asked = false;
            seen = null;
            schedule.moved(nanoTime.getAsLong());
        }
        begun++;
        return streams > 0;
    }

    /** Not after a failure: the next attempt has its time. */
    private boolean isRecalled() {
        return failure == null && seen != null && reads.isRecalled(seen, page);
    }

    /** A failure leaves the page as it is. */
    private void lookOnce() {
        try {
            look();
            end(null);
        } catch (RuntimeException e) {
            metrics.count(ApiMetrics.LIVE_LOOKS, 1, "outcome", "failed");
            end(e);
        }
    }

    private void look() {
        long now = nanoTime.getAsLong();
        schedule.looked(now);
        Look before = seen;
        Look look = reads.look(reader, before, shown());
        if (before != null && look.isSameAs(before) && !schedule.isPageDue(now)) {
            metrics.count(ApiMetrics.LIVE_LOOKS, 1, "outcome", "unchanged");
        } else {
            seen = null; // until the page is read
            show(reads.page(reader), now);
            metrics.count(ApiMetrics.LIVE_LOOKS, 1, "outcome", "page");
        }
        seen = look;
    }

    private synchronized @Nullable HomePage shown() {
        return page;
    }

    private synchronized void show(HomePage read, long began) {
        if (page == null || !PageDifference.between(page.page(), read.page()).isEmpty()) {
            schedule.moved(began);
        }
        schedule.read(began);
        page = read;
    }

    private synchronized void end(@Nullable RuntimeException error) {
        if (error != null && failure == null) {
            LOG.atWarn().addKeyValue("user", reader.value()).setCause(error).log("Cannot read live feed");
        } else if (error == null && failure != null) {
            LOG.atInfo().addKeyValue("user", reader.value()).log("Live feed read again");
        }
        succeededAt = error == null ? nanoTime.getAsLong() : succeededAt;
        failure = error;
        ended = begun;
        notifyAll();
    }

    /** Returns the page as it is from now on; throws if it cannot be read. */
    synchronized HomePage now() throws InterruptedException {
        long wanted = begun + 1;
        asked = true;
        notifyAll();
        while (ended < wanted) {
            wait();
        }
        if (failure != null) {
            throw failure;
        }
        return Objects.requireNonNull(page);
    }

    /** Returns the newest page; waits for another one than this up to a time, or until all are woken up. */
    synchronized HomePage newest(HomePage sent, long waitNanos) throws InterruptedException {
        if (sent.equals(page)) {
            TimeUnit.NANOSECONDS.timedWait(this, waitNanos);
        }
        return Objects.requireNonNull(page);
    }

    /** Whether the feed was not read for so long that clients should know. */
    synchronized boolean isUnavailable() {
        return nanoTime.getAsLong() - succeededAt >= UNAVAILABLE;
    }
}
