package io.feedmill.testkit;

import io.feedmill.common.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only if a test moves it or sleeps, with a monotonic clock of the same time. Timed waits are as long as the machine's. Thread-safe. */
public final class SettableClock extends Clock implements ProcessTime {
    /** The start time: the beginning of a quarter of an hour. */
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicLong nanoTime = new AtomicLong();

    public void advance(Duration duration) {
        nanoTime.addAndGet(duration.toNanos());
    }

    public void set(Instant instant) {
        nanoTime.set(Duration.between(START, instant).toNanos());
    }

    /** Returns the time as nanoseconds from an arbitrary origin, as a replacement of {@link System#nanoTime()}. */
    @Override
    public long nanoTime() {
        return nanoTime.get();
    }

    @Override
    public void sleep(Duration duration) {
        advance(duration);
    }

    @Override
    public long park(long nanos) throws InterruptedException {
        return ProcessTime.system().park(nanos);
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanoTime.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Returns this clock: it is always in UTC. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
