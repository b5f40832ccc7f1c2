package io.feedmill.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only if a test moves it, with a monotonic clock of the same time. Thread-safe. */
public final class SettableClock extends Clock {
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

    /** Returns this clock: it is always in UTC. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
