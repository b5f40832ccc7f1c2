package io.feedmill.stack.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a feed. */
public record FeedPage(List<FeedItem> items, @Nullable String next) implements Page<FeedItem> {}
