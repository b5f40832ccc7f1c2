package io.feedmill.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The progress of bringing a post, or a change of it, to all followers. Readers see its state only: all else is null or zero. The cause is {@code publication},
 * {@code edit}, {@code permissions} or {@code retraction}, for which alone {@code cleared} counts home feeds from which the post was deleted; the mode
 * {@code push}, or {@code on-read}: without recipients. {@code skippedBy} is null if a newer version counted some by reasons of its own; {@code oldestPending}
 * has up to 20 slices, null: none, and in lists; {@code supersededBy} a later change, which goes to everybody instead.
 */
public record Job(
        @Nullable String job,
        @Nullable String cause,
        String state,
        long expected,
        long delivered,
        long skipped,
        @Nullable Map<String, Long> skippedBy,
        @Nullable Long cleared,
        int slices,
        int pendingSlices,
        @Nullable List<PendingSlice> oldestPending,
        @Nullable Instant acceptedAt,
        @Nullable Instant completedAt,
        @Nullable String supersededBy,
        @Nullable String mode) {
    public boolean isComplete() {
        return state.equals("COMPLETE");
    }

    /** A pending slice: the number of its requeues, 0 if none is recorded, and the reason of the last one. */
    public record PendingSlice(
            int slice, int attempt, @Nullable String reason) {}

    /** What became of a post for one reader: the state as in {@code docs/fan-out.md}, and if it is {@code skipped}, the reason. */
    public record Receipt(
            String user, String state, @Nullable String reason) {}
}
