package io.feedmill.api;

import io.feedmill.common.key.MonotonicTicks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** The right time. It may be set back after a call was permitted: then each tick fails, also those of stores that ignore what tests do to their clock. */
public final class SetBackClock extends Clock {
    private volatile boolean back;

    /** Sets it back while this runs. */
    public void setBackDuring(Runnable calls) {
        back = true;
        try {
            calls.run();
        } finally {
            back = false;
        }
    }

    @Override
    public Instant instant() {
        if (back && isForTick()) {
            ahead().next();
        }
        return Instant.now();
    }

    private static boolean isForTick() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(MonotonicTicks.class.getName())
                        && frame.getMethodName().equals("next")));
    }

    private static MonotonicTicks ahead() {
        AtomicLong source = new AtomicLong(Duration.ofHours(1).toNanos());
        MonotonicTicks ticks = new MonotonicTicks(source::get);
        ticks.next();
        source.set(0);
        return ticks;
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
