package io.feedmill.common.fanout;

import io.feedmill.common.key.UserId;

/**
 * A range of a job's recipients.
 *
 * @param number counts from 1 within the job
 * @param first first recipient, inclusive
 * @param last last recipient, inclusive
 * @param size how many recipients were in the range when it was planned
 */
public record Slice(int number, UserId first, UserId last, int size) {}
