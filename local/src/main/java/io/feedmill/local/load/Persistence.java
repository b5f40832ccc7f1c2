package io.feedmill.local.load;

import io.feedmill.local.client.FeedmillException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A client that means it: calls again what failed for the moment.
 *
 * @param pause between two calls
 * @param limit counted from the first call; after that, what fails has failed
 */
public record Persistence(Duration pause, Duration limit) {

    /** For what is read in the end: a busy machine is no finding. */
    static final Persistence READING = new Persistence(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** An answer, and the number of calls that it took. */
    public record Answer<T>(T value, int calls) {}

    /** Throws the last {@link FeedmillException} where the limit is over, or a call can never succeed. */
    public <T> Answer<T> call(Supplier<T> call) {
        long deadline = System.nanoTime() + limit.toNanos();
        for (int calls = 1; ; calls++) {
            try {
                return new Answer<>(call.get(), calls);
            } catch (FeedmillException e) {
                if (!e.isTemporary() || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                Pause.of(pause);
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
