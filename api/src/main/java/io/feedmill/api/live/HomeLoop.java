package io.feedmill.api.live;

import io.feedmill.api.feed.FeedReader.HomePage;
import io.feedmill.api.live.LiveReads.Look;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.key.UserId;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.time.ProcessTime.Signal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
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
    private final ProcessTime time;
    private final Lock lock = new ReentrantLock();
    private final Signal changed;
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

    /** A loop of one stream. */
    HomeLoop(UserId reader, LiveReads reads, ApiMetrics metrics, ProcessTime time) {
        this.reader = reader;
        this.reads = reads;
        this.metrics = metrics;
        this.time = time;
        this.changed = time.signal(lock);
        this.schedule = new LookSchedule(nanoTime());
        this.succeededAt = nanoTime();
    }

    UserId reader() {
        return reader;
    }

    long nanoTime() {
        return time.nanoTime();
    }

    private <T extends @Nullable Object> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a stream, unless there are so many; returns whether it did. */
    boolean add(int maximum) {
        return locked(() -> {
            boolean room = streams < maximum;
            streams += room ? 1 : 0;
            return room;
        });
    }

    /** Removes a stream; returns whether it was the last, with which the loop ends. */
    boolean remove() {
        return locked(() -> {
            changed.signalAll();
            return --streams == 0;
        });
    }

    /** Wakes up the streams. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
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
    private void over() {
        ended(new IllegalStateException("the thread of the live feed has ended"), Long.MAX_VALUE);
    }

    private boolean awaitLook() throws InterruptedException {
        lock.lock();
        try {
            long wait = schedule.untilLook(nanoTime());
            while (streams > 0 && !asked && wait > 0 && !isRecalled()) {
                changed.await(Math.min(wait, RECALLS));
                wait = schedule.untilLook(nanoTime());
            }
            if (asked) {
                asked = false;
                seen = null;
                schedule.moved(nanoTime());
            }
            begun++;
            return streams > 0;
        } finally {
            lock.unlock();
        }
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
        long now = nanoTime();
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

    private @Nullable HomePage shown() {
        return locked(() -> page);
    }

    private void show(HomePage read, long began) {
        lock.lock();
        try {
            if (page == null
                    || !PageDifference.between(page.page(), read.page()).isEmpty()) {
                schedule.moved(began);
            }
            schedule.read(began);
            page = read;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable RuntimeException error) {
        if (error != null && failure == null) {
            LOG.atWarn().addKeyValue("user", reader.value()).setCause(error).log("Cannot read live feed");
        } else if (error == null && failure != null) {
            LOG.atInfo().addKeyValue("user", reader.value()).log("Live feed read again");
        }
        ended(error, begun);
    }

    private void ended(@Nullable RuntimeException error, long looks) {
        lock.lock();
        try {
            succeededAt = error == null ? nanoTime() : succeededAt;
            failure = error;
            ended = looks;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the page as it is from now on; throws if it cannot be read. */
    HomePage now() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long wanted = begun + 1;
            asked = true;
            changed.signalAll();
            while (ended < wanted) {
                changed.await();
            }
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(page);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the newest page; waits for another one than this up to a time, or until all are woken up. */
    HomePage newest(HomePage sent, long waitNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (sent.equals(page)) {
                changed.await(waitNanos);
            }
            return Objects.requireNonNull(page);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the feed was not read for so long that clients should know. */
    boolean isUnavailable() {
        return locked(() -> nanoTime() - succeededAt >= UNAVAILABLE);
    }
}
