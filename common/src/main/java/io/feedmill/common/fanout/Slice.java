package io.feedmill.common.fanout;

/**
 * A range of a job's recipients.
 *
 * @param number counts from 1 within the job
 * @param first first recipient, inclusive
 * @param last last recipient, inclusive
 * @param size how many recipients were in the range when it was planned
 */
public record Slice(int number, String first, String last, int size) {}
