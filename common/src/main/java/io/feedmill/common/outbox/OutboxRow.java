package io.feedmill.common.outbox;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that was accepted and is not yet complete.
 *
 * @param resends how often its plan was sent again
 * @param due when it may be sent again at the earliest; null: it never was
 */
public record OutboxRow(
        int shard,
        JobId job,
        UserId author,
        int resends,
        @Nullable Instant due) {}
