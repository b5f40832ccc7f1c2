package io.feedmill.cli.deadletter;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dead-letter messages, by queue and reason.
 *
 * @param complete false if a call does not read all
 * @param hidden about the number of messages that another call holds
 */
record DeadLetters(List<Group> items, boolean complete, long hidden) {

    record Group(String queue, String reason, long count, Instant oldestAt, Duration oldestAge) {}

    /**
     * The dead-letter messages of a queue to redrive.
     *
     * @param reason null: all
     * @param rate maximum messages a second
     * @param before only those that died before; null: before the call
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record RedriveRequest(
            boolean dryRun,
            @Nullable String reason,
            int rate,
            @Nullable String before) {

        /** The same messages for another call. */
        RedriveRequest before(String instant) {
            return new RedriveRequest(dryRun, reason, rate, instant);
        }
    }

    /** The answer to a redrive; with its {@code before} the next call means the same messages. */
    record RedriveResult(String before, long matched, long moved, boolean complete, long hidden) {}
}
