package io.feedmill.stack.load;

import java.time.Duration;

/** The time since a run began. Thread-safe. */
public final class RunClock {

    private final long start = System.nanoTime();

    public Duration now() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns at once where it is later already. */
    public void sleepUntil(Duration time) {
        Duration rest = time.minus(now());
        if (rest.isPositive()) {
            Pause.of(rest);
        }
    }
}
