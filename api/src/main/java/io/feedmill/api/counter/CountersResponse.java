package io.feedmill.api.counter;

/** What an author's completed posts add up to. */
record CountersResponse(long posts, long deliveries) {}
