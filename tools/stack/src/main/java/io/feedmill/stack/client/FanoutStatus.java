package io.feedmill.stack.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far the fan-out of a post is. */
public record FanoutStatus(
        String state,
        long expected,
        long delivered,
        long skipped,
        int slices,
        int pendingSlices,
        Instant acceptedAt,
        @Nullable Instant completedAt) {

    public boolean isComplete() {
        return state.equals("COMPLETE");
    }

    /** From accepted to the last delivery. */
    public Optional<Duration> took() {
        return Optional.ofNullable(completedAt).map(end -> Duration.between(acceptedAt, end));
    }
}
