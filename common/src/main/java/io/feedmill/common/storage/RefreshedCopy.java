package io.feedmill.common.storage;

import io.feedmill.common.storage.SuspendSafeClock.Time;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A copy of what the store has. A question reads it again in the background when it is old, and first when it is too old. All who wait for a read have its
 * outcome, also its failure. Thread-safe.
 */
public final class RefreshedCopy<T> {
    /** The age from which a copy is too old. */
    public static final Duration MAX_AGE = Duration.ofSeconds(30);

    /** The usual age from which a copy is old. */
    public static final Duration OLD = Duration.ofSeconds(10);

    /** How long changes keep a copy young. */
    private static final Duration MAX_CHANGED = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(RefreshedCopy.class);

    private final Function<@Nullable T, T> reader;
    private final SuspendSafeClock clocks;
    private final Executor background;
    private final Duration old;
    private volatile @Nullable Copy<T> copy;
    private @Nullable FutureTask<Copy<T>> reading;
    private @Nullable Time readAt;
    private int updates;

    /**
     * The reader reads what the store has, with the last copy; null: there is none. The executor runs reads for which nobody waits; a copy is old from
     * this age.
     */
    public RefreshedCopy(Function<@Nullable T, T> reader, SuspendSafeClock clocks, Executor background, Duration old) {
        this.reader = reader;
        this.clocks = clocks;
        this.background = background;
        this.old = old;
    }

    /** What the store had at {@code asOf}, the begin of the read or later, and whether all changes since that begin are made. */
    private record Copy<T>(T value, Time readAt, Time asOf, boolean updated) {}

    /** Returns the copy. Throws a {@link StorageException} if it is too old, and cannot be read. */
    public T fresh() {
        Copy<T> known = copy;
        if (known == null || isOlder(known, MAX_AGE)) {
            FutureTask<Copy<T>> read = reading();
            read.run(); // of all who wait, the first reads
            return Parallel.await(read).value();
        }
        FutureTask<Copy<T>> read = isOlder(known, old) ? beginIfDue() : null;
        if (read != null) {
            background.execute(read);
        }
        return known.value();
    }

    /**
     * Returns the copy, however old it is; null: none was read. The question that has it read again, once in the time after which it is old, waits
     * for that up to {@code maxWait}; the read goes on.
     */
    public @Nullable T latest(ProcessTime time, Duration maxWait) {
        FutureTask<Copy<T>> read = beginIfDue();
        if (read != null) {
            Thread waits = Thread.currentThread();
            background.execute(() -> {
                read.run();
                LockSupport.unpark(waits);
            });
            await(read, time, maxWait);
        }
        return known();
    }

    private static void await(FutureTask<?> read, ProcessTime time, Duration maxWait) {
        try {
            for (long left = maxWait.toNanos(); !read.isDone() && left > 0; ) {
                left = time.park(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOlder(Copy<T> known, Duration age) {
        return clocks.now().since(known.asOf()).compareTo(age) >= 0;
    }

    /** Returns the read under way, or one that is to be run. */
    private synchronized FutureTask<Copy<T>> reading() {
        FutureTask<Copy<T>> known = reading;
        if (known == null || known.isDone()) {
            known = new FutureTask<>(this::read);
            reading = known;
        }
        return known;
    }

    /** Returns a read to run; null: one is under way, or has just ended. */
    private synchronized @Nullable FutureTask<Copy<T>> beginIfDue() {
        Time last = readAt;
        boolean underWay = reading != null && !reading.isDone();
        boolean due = last == null || clocks.now().since(last).compareTo(old) >= 0;
        return due && !underWay ? reading() : null;
    }

    private Copy<T> read() {
        Time began = clocks.now();
        int before = updates();
        try {
            T value = reader.apply(known());
            return put(new Copy<>(value, began, began, before == updates()));
        } catch (RuntimeException e) {
            LOG.atLevel(e instanceof StorageException ? Level.DEBUG : Level.WARN)
                    .setCause(e)
                    .log("Cannot read the copy again");
            throw e;
        } finally {
            ended();
        }
    }

    private synchronized void ended() {
        readAt = clocks.now();
    }

    private synchronized int updates() {
        return updates;
    }

    private synchronized Copy<T> put(Copy<T> read) {
        copy = read;
        return read;
    }

    /** Changes the copy as the store has changed. */
    public void change(UnaryOperator<T> change) {
        update(known -> new Copy<>(change.apply(known.value()), known.readAt(), known.asOf(), known.updated()));
    }

    /** A change of the store is not made: the copy is read again when it is old. */
    public void missed() {
        update(known -> new Copy<>(known.value(), known.readAt(), known.asOf(), false));
    }

    private synchronized void update(UnaryOperator<Copy<T>> change) {
        updates++;
        Copy<T> known = copy;
        if (known != null) {
            copy = change.apply(known);
        }
    }

    /**
     * Says that all changes of the store from one moment to another were made: a copy that was read between is as of the latter, but not for ever: what
     * changes without a word is found by the next read.
     */
    public synchronized void upToDate(Time from, Time until) {
        Copy<T> known = copy;
        if (known != null
                && known.updated()
                && !known.asOf().isBefore(from)
                && known.asOf().isBefore(until)
                && until.since(known.readAt()).compareTo(MAX_CHANGED) < 0) {
            copy = new Copy<>(known.value(), known.readAt(), until, true);
        }
    }

    /** Returns the copy without a read; null: there is none, or it is too old. */
    public @Nullable T recent() {
        Copy<T> known = copy;
        return known == null || isOlder(known, MAX_AGE) ? null : known.value();
    }

    /** Returns the copy, however old it is, without a read; null: there is none. */
    public @Nullable T known() {
        Copy<T> known = copy;
        return known == null ? null : known.value();
    }
}
