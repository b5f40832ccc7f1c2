package io.feedmill.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told otherwise, with a monotonic twin. Thread-safe. */
public final class SettableClock extends Clock {
    /** Where it begins: at the start of a quarter of an hour. */
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicLong nanoTime = new AtomicLong();

    public void advance(Duration duration) {
        nanoTime.addAndGet(duration.toNanos());
    }

    public void set(Instant instant) {
        nanoTime.set(Duration.between(START, instant).toNanos());
    }

    /** The clock's time as nanoseconds from an arbitrary origin, for what takes {@link System#nanoTime()} as a supplier. */
    public long nanoTime() {
        return nanoTime.get();
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanoTime.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** This clock itself: it always is in UTC. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
