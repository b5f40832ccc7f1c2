package io.feedmill.stack.client;

import java.time.Instant;

/** A post as a feed shows it; {@code post} is its id. */
public record FeedItem(String post, String author, String text, Instant createdAt, int version, String via) {}
