package io.feedmill.api.deadletter;

import io.feedmill.common.storage.Sleeper;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Time as a call passes it.
 *
 * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
 */
record Ticker(LongSupplier nanoTime, Sleeper sleeper) {

    static Ticker system() {
        return new Ticker(System::nanoTime, Sleeper.system());
    }

    long now() {
        return nanoTime.getAsLong();
    }

    /** The moment from which on so much time has passed. */
    long after(Duration time) {
        return now() + time.toNanos();
    }

    boolean isBefore(long moment) {
        return now() - moment < 0;
    }

    void sleepUntil(long moment) {
        if (isBefore(moment)) {
            sleeper.sleep(Duration.ofNanos(moment - now()));
        }
    }
}
