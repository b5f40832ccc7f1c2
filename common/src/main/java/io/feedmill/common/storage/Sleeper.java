package io.feedmill.common.storage;

import java.time.Duration;

/** Waits; tests replace it. */
@FunctionalInterface
public interface Sleeper {

    void sleep(Duration duration);

    /** Sleeps; an interrupt ends the work with a {@link StorageException} and stays set. */
    static Sleeper system() {
        return duration -> {
            try {
                Thread.sleep(duration);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StorageException(StorageException.Kind.TRANSIENT, "interrupted", e);
            }
        };
    }
}
