package io.feedmill.simulation;

import io.feedmill.common.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The clocks and the waits of one simulated process. It may stand still, and end in the midst of a wait: then the wait never ends. */
final class SimulatedTime implements ProcessTime {
    private final VirtualTime time;
    private final long began;
    private Duration offset = Duration.ZERO;
    /** Nanoseconds by which the wall clock is ahead after each second. */
    private long drift;

    private long driftFrom;
    private long standsUntil;
    private final List<Thread> standing = new ArrayList<>();
    private boolean ended;

    SimulatedTime(VirtualTime time) {
        this.time = time;
        this.began = time.now();
        this.driftFrom = began;
    }

    /** Sets the wall clock ahead, or back. */
    void offset(Duration ahead) {
        offset = ahead;
        driftFrom = time.now();
    }

    /** Lets the wall clock gain this time in each second from now on. */
    void drift(Duration everySecond) {
        offset = ahead();
        driftFrom = time.now();
        drift = everySecond.toNanos();
    }

    boolean drifts() {
        return drift != 0;
    }

    /** How far the wall clock is ahead. */
    Duration ahead() {
        return offset.plusNanos((time.now() - driftFrom) / 1_000_000 * drift / 1_000);
    }

    /** Lets the process stand still until this time, and no longer. */
    void standStill(long until) {
        standsUntil = until;
        List.copyOf(standing).forEach(LockSupport::unpark);
    }

    /** Ends all threads of the process where they are. */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Where a thread of the process goes on after any wait. */
    void awake() {
        while (!ended && standsUntil > time.now()) {
            standing.add(Thread.currentThread());
            time.pass(standsUntil - time.now(), () -> standsUntil <= time.now());
            standing.remove(Thread.currentThread());
        }
        if (ended) {
            VirtualTime.end();
        }
    }

    /** Lets time pass which nothing in the process can shorten: that of a call. */
    void pass(long nanos) {
        awake();
        time.pass(nanos);
        awake();
    }

    @Override
    public long nanoTime() {
        return time.now() - began;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        awake();
        time.sleep(duration.toNanos());
        awake();
    }

    /** The wall clock. */
    Clock clock() {
        return new Wall();
    }

    private final class Wall extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return time.instant().plus(ahead());
        }
    }

    @Override
    public long park(long nanos) throws InterruptedException {
        long until = time.now() + nanos;
        Thread thread = Thread.currentThread();
        VirtualTime.Wait wait = time.after(nanos, () -> LockSupport.unpark(thread));
        LockSupport.park(this);
        wait.cancel();
        awake();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return until - time.now();
    }
}
