package io.feedmill.common.storage;

import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential back-off with full jitter: the n-th wait is uniform between zero and {@code base} times 2 to the n, up to {@code cap}.
 *
 * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential Backoff and Jitter</a>
 */
public record Backoff(Duration base, Duration cap) {

    /** A random wait; {@code attempt} counts from 0. */
    public Duration delay(int attempt, RandomGenerator random) {
        return Duration.ofNanos(random.nextLong(ceiling(attempt).toNanos() + 1));
    }

    /** The maximum wait after this number of attempts. */
    public Duration ceiling(int attempt) {
        Duration doubled = base.multipliedBy(1L << Math.min(attempt, 20));
        return doubled.compareTo(cap) < 0 ? doubled : cap;
    }

    /** Waits; tests replace it. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration duration);

        /** Sleeps; an interrupt ends the work with a {@link StorageException} and stays set. */
        static Sleeper by(ProcessTime time) {
            return duration -> {
                try {
                    time.sleep(duration);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new StorageException(StorageException.Kind.TRANSIENT, "interrupted", e);
                }
            };
        }
    }
}
