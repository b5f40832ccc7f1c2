package io.feedmill.stack.client;

import java.time.Instant;

/** The answer to a publish call. */
public record PublishedPost(String id, String author, String text, Instant createdAt, int version) {}
