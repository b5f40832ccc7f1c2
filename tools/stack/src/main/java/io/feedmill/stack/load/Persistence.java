package io.feedmill.stack.load;

import io.feedmill.client.ProblemException;
import io.feedmill.common.storage.Backoff;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Repeats calls that failed temporarily, after growing pauses.
 *
 * @param pause after the first call; each later one is twice as long, up to five seconds
 * @param limit counted from the first call; a call that fails after it has failed
 */
public record Persistence(Duration pause, Duration limit) {
    /** For calls that fail only because the machine is busy: that is neither a finding nor the end of a run. */
    public static final Persistence PATIENT = new Persistence(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    /** An answer, and the number of calls that it took. */
    public record Answer<T>(T value, int calls) {}

    /** Throws the last {@link ProblemException} once the limit is over, or if the call can never succeed. */
    public <T> Answer<T> call(Supplier<T> call) {
        return call(call, RunClock::pause);
    }

    <T> Answer<T> call(Supplier<T> call, Consumer<Duration> waiting) {
        Backoff pauses = new Backoff(pause, MAX_PAUSE);
        long deadline = System.nanoTime() + limit.toNanos();
        for (int calls = 1; ; calls++) {
            try {
                return new Answer<>(call.get(), calls);
            } catch (ProblemException e) {
                if (!e.isTemporary() || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                waiting.accept(pauses.ceiling(calls - 1));
            }
        }
    }

    /** As {@link #call(Supplier)}; returns the answer's value. */
    public <T> T get(Supplier<T> call) {
        return call(call).value();
    }
}
