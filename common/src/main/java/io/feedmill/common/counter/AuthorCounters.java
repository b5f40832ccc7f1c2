package io.feedmill.common.counter;

/** What an author's completed jobs add up to. */
public record AuthorCounters(long posts, long deliveries) {}
