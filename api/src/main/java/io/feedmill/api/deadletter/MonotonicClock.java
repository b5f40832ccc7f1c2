package io.feedmill.api.deadletter;

import io.feedmill.common.storage.Backoff.Sleeper;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of a call.
 *
 * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
 */
record MonotonicClock(LongSupplier nanoTime, Sleeper sleeper) {

    static MonotonicClock system() {
        return new MonotonicClock(System::nanoTime, Sleeper.system());
    }

    long now() {
        return nanoTime.getAsLong();
    }

    /** Returns the time after this duration. */
    long after(Duration duration) {
        return now() + duration.toNanos();
    }

    boolean isBefore(long time) {
        return now() - time < 0;
    }

    void sleepUntil(long time) {
        if (isBefore(time)) {
            sleeper.sleep(Duration.ofNanos(time - now()));
        }
    }
}
