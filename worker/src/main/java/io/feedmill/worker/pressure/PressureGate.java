package io.feedmill.worker.pressure;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.dynamo.WriteGate.WriteLane;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.worker.pressure.PressureMetrics.Outcome;
import jakarta.validation.constraints.Min;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/** Admits batch writes at the {@link AdaptiveRate}, up to a maximum at the same time, in the order of their {@link Lanes}. */
@Component
public final class PressureGate implements WriteGate {
    /** Deadlines may be pulled in while a write waits. */
    private static final long RECHECK = Duration.ofMillis(250).toNanos();

    /** Write units a second that a process may always send: enough to notice the end of a throttle, little for a table also from hundreds of workers. */
    private static final int LOWEST_RATE = 10;

    private final int concurrentWrites;
    private final PressureMetrics metrics;
    private final LongSupplier nanoTime;
    private final ProcessTime time;
    private final Lanes<Thread> lanes = new Lanes<>();
    private final TokenBucket bucket = new TokenBucket();
    private final AdaptiveRate rate;
    private int inUse;

    /** Creates a gate without a rate limit but the ceiling until the store refuses something. */
    public PressureGate(PressureSettings settings, PressureMetrics metrics, Clock clock, ProcessTime time) {
        this.concurrentWrites = settings.concurrentWrites();
        Integer ceiling = settings.ceiling();
        this.rate = new AdaptiveRate(LOWEST_RATE, ceiling == null ? AdaptiveRate.UNLIMITED : ceiling);
        this.metrics = metrics;
        this.nanoTime = since1970(clock, time::nanoTime);
        this.time = time;
        metrics.watch(this::unitsPerSecond, this::permitsInUse);
    }

    /** Returns the time on which all processes agree: nanoseconds since 1970 by the monotonic clock. Reads the clock once, now. */
    public static LongSupplier since1970(Clock clock, LongSupplier nanoTime) {
        long origin = Duration.between(Instant.EPOCH, clock.instant()).toNanos() - nanoTime.getAsLong();
        return () -> nanoTime.getAsLong() + origin;
    }

    /** Returns the current rate; infinite: unlimited. */
    public synchronized double unitsPerSecond() {
        return rate.unitsPerSecond();
    }

    synchronized int permitsInUse() {
        return inUse;
    }

    @Override
    public Optional<WritePermit> acquire(int units, WriteOptions options) {
        long start = nanoTime.getAsLong();
        Optional<WritePermit> permit = enter(units, options);
        metrics.wait(options.lane()).record(Duration.ofNanos(nanoTime.getAsLong() - start));
        if (permit.isEmpty()) {
            metrics.permits(Outcome.REFUSED).increment();
        }
        return permit;
    }

    private Optional<WritePermit> enter(int units, WriteOptions options) {
        Thread waiter = Thread.currentThread();
        synchronized (this) {
            lanes.join(options.lane(), waiter);
        }
        try {
            return Optional.ofNullable(awaitTurn(units, waiter, options));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageException(StorageException.Kind.TRANSIENT, "interrupted", e);
        } finally {
            leave(options.lane(), waiter);
        }
    }

    private @Nullable WritePermit awaitTurn(int units, Thread waiter, WriteOptions options)
            throws InterruptedException {
        while (options.allowAnotherCall()) {
            long wait;
            synchronized (this) {
                wait = waiter.equals(lanes.next()) ? nanosUntilFree() : RECHECK;
                if (wait <= 0) {
                    lanes.pass();
                    return grant(units);
                }
            }
            time.park(Math.min(wait, RECHECK));
        }
        return null;
    }

    private synchronized void leave(WriteLane lane, Thread waiter) {
        lanes.leave(lane, waiter);
        wakeNext();
    }

    private long nanosUntilFree() {
        return inUse < concurrentWrites ? bucket.nanosUntilFree(nanoTime.getAsLong(), rate.unitsPerSecond()) : RECHECK;
    }

    private WritePermit grant(int units) {
        long now = nanoTime.getAsLong();
        int granted = rate.request(units);
        bucket.take(now, rate.unitsPerSecond(), granted);
        rate.sent(now, granted);
        inUse++;
        return new Granted(this, granted, now);
    }

    private void wakeNext() {
        LockSupport.unpark(lanes.next());
    }

    private void release(Outcome outcome, LongConsumer report) {
        metrics.permits(outcome).increment();
        synchronized (this) {
            report.accept(nanoTime.getAsLong());
            inUse--;
            wakeNext();
        }
    }

    private record Granted(PressureGate gate, int units, long sentAt) implements WritePermit {

        @Override
        public void succeeded() {
            gate.release(Outcome.SUCCEEDED, now -> gate.rate.answered(now, sentAt, units, 0));
        }

        @Override
        public void throttled(int refused) {
            gate.release(Outcome.THROTTLED, now -> gate.rate.answered(now, sentAt, units, refused));
        }

        /** Does not change the rate. */
        @Override
        public void abandoned() {
            gate.release(Outcome.ABANDONED, now -> {});
        }
    }

    /** A token bucket with debt: a request needs one token and may take more; the next one waits. Not thread-safe. In monotonic nanoseconds. */
    public static final class TokenBucket {
        /** The capacity. */
        private static final double BURST_SECONDS = 0.02;

        private static final double SECOND = Duration.ofSeconds(1).toNanos();

        private double tokens = 1;
        private long at;

        /** Returns the wait until a request may be sent; zero or less: now. */
        public long nanosUntilFree(long now, double unitsPerSecond) {
            refill(now, unitsPerSecond);
            return tokens > 0 ? 0 : (long) Math.ceil(-tokens / unitsPerSecond * SECOND) + 1;
        }

        public void take(long now, double unitsPerSecond, int units) {
            refill(now, unitsPerSecond);
            tokens -= units;
        }

        private void refill(long now, double unitsPerSecond) {
            double capacity = Math.max(1, unitsPerSecond * BURST_SECONDS);
            tokens = Double.isInfinite(unitsPerSecond)
                    ? 1
                    : Math.min(capacity, tokens + (now - at) / SECOND * unitsPerSecond);
            at = now;
        }
    }

    /**
     * The write gate.
     *
     * @param concurrentWrites maximum number of concurrent batch writes of this process
     * @param ceiling maximum of write units a second that this worker sends by batch writes, 1 or more, for a table {@code homes} with provisioned
     *     capacity; null: all that the table takes
     */
    @Validated
    @ConfigurationProperties("feedmill.pressure")
    public record PressureSettings(
            @DefaultValue("32") @Min(1) int concurrentWrites,
            @Nullable @Min(1) Integer ceiling) {}
}
