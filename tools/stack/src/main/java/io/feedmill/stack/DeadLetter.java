package io.feedmill.stack;

import org.jspecify.annotations.Nullable;

/**
 * A message of a dead-letter queue.
 *
 * @param queue the name of the queue that it was put aside from, without prefix
 * @param reason why, null where nobody said: SQS itself moves what was received too often
 */
public record DeadLetter(
        String queue, String body, @Nullable String reason) {}
