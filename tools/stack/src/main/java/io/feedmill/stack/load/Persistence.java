package io.feedmill.stack.load;

import io.feedmill.common.storage.Backoff;
import io.feedmill.stack.client.FeedmillException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A client that means it: calls again what failed for the moment, more and more seldom: whoever is overloaded is not helped by more calls.
 *
 * @param pause after the first call; each one after that is twice as long, up to five seconds
 * @param limit counted from the first call; after that, what fails has failed
 */
public record Persistence(Duration pause, Duration limit) {

    /** For what only a busy machine makes fail: neither is that a finding, nor the end of a run. */
    public static final Persistence PATIENT = new Persistence(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    /** An answer, and the number of calls that it took. */
    public record Answer<T>(T value, int calls) {}

    /** Throws the last {@link FeedmillException} where the limit is over, or a call can never succeed. */
    public <T> Answer<T> call(Supplier<T> call) {
        return call(call, Pause::of);
    }

    <T> Answer<T> call(Supplier<T> call, Consumer<Duration> waiting) {
        Backoff pauses = new Backoff(pause, MAX_PAUSE);
        long deadline = System.nanoTime() + limit.toNanos();
        for (int calls = 1; ; calls++) {
            try {
                return new Answer<>(call.get(), calls);
            } catch (FeedmillException e) {
                if (!e.isTemporary() || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                waiting.accept(pauses.ceiling(calls - 1));
            }
        }
    }

    /** As {@link #call(Supplier)}; returns the number of calls. */
    public int call(Runnable call) {
        return call(() -> {
                    call.run();
                    return true;
                })
                .calls();
    }
}
