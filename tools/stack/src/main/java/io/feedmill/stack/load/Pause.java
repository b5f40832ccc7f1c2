package io.feedmill.stack.load;

import java.time.Duration;

/** Waiting in a run that nobody interrupts but to end it. */
public final class Pause {

    private Pause() {}

    /** Throws {@link StepFailure} if the thread is interrupted. */
    public static void of(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted.");
        }
    }
}
