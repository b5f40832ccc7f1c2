package io.feedmill.stack.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters of a queue are to go back.
 *
 * @param reason null: all
 * @param rate letters a second, at most
 * @param before only those that died before; null: before the call
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RedriveRequest(
        boolean dryRun,
        @Nullable String reason,
        int rate,
        @Nullable String before) {

    /** The same letters for another call. */
    public RedriveRequest before(String instant) {
        return new RedriveRequest(dryRun, reason, rate, instant);
    }
}
