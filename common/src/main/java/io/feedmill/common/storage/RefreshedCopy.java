package io.feedmill.common.storage;

import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of what the store has, which is never older than 30 s where it is used. A question reads it again in the background when it is 10 s old, and first
 * when it is 30 s old. Thread-safe.
 */
public final class RefreshedCopy<T> {
    public static final Duration MAX_AGE = Duration.ofSeconds(30);
    private static final Duration REFRESH = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(RefreshedCopy.class);

    private final Reader<T> reader;
    private final SuspendSafeClock clocks;
    private final Executor background;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final Lock lock = new ReentrantLock();
    private volatile @Nullable Copy<T> copy;

    /** @param background runs reads for which nobody waits */
    public RefreshedCopy(Reader<T> reader, SuspendSafeClock clocks, Executor background) {
        this.reader = reader;
        this.clocks = clocks;
        this.background = background;
    }

    /** Reads from the store. */
    public interface Reader<T> {

        /**
         * Returns what the store has.
         *
         * @param before the last copy; null: none
         * @param began the begin of the read
         */
        T read(@Nullable T before, Time began);
    }

    /** What a read found that began then. */
    private record Copy<T>(Time readAt, T value) {}

    /** Returns the copy. Throws a {@link StorageException} if it is too old, and cannot be read. */
    public T fresh() {
        Copy<T> known = copy;
        if (known == null || isOlder(known, MAX_AGE)) {
            return read(MAX_AGE);
        }
        if (isOlder(known, REFRESH) && refreshing.compareAndSet(false, true)) {
            background.execute(this::refresh);
        }
        return known.value();
    }

    private boolean isOlder(Copy<T> known, Duration age) {
        return clocks.now().since(known.readAt()).compareTo(age) >= 0;
    }

    private void refresh() {
        try {
            read();
        } catch (StorageException e) {
            LOG.atDebug().setCause(e).log("Cannot read the copy again");
        } finally {
            refreshing.set(false);
        }
    }

    /** Reads it now. */
    public T read() {
        return read(Duration.ZERO);
    }

    /** Reads it, unless another thread did within this time. */
    private T read(Duration maxAge) {
        lock.lock();
        try {
            Copy<T> before = copy;
            if (before != null && !isOlder(before, maxAge)) {
                return before.value();
            }
            Time began = clocks.now();
            T value = reader.read(before == null ? null : before.value(), began);
            copy = new Copy<>(began, value);
            return value;
        } finally {
            lock.unlock();
        }
    }
}
