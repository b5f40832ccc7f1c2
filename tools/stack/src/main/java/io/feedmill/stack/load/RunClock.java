package io.feedmill.stack.load;

import io.feedmill.stack.console.StepFailure;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The time since a run began. Thread-safe. */
public final class RunClock {
    private final long start = System.nanoTime();

    public Duration now() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns at once if it is later already. */
    public void sleepUntil(Duration time) {
        Duration rest = time.minus(now());
        if (rest.isPositive()) {
            pause(rest);
        }
    }

    /** Sleeps; throws {@link StepFailure} if the thread is interrupted. */
    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted.");
        }
    }

    /** Waits for the condition. Returns false if it does not hold within the limit. */
    public static boolean await(BooleanSupplier condition, Duration poll, Duration limit) {
        RunClock clock = new RunClock();
        while (!condition.getAsBoolean()) {
            if (clock.now().compareTo(limit) > 0) {
                return false;
            }
            pause(poll);
        }
        return true;
    }
}
