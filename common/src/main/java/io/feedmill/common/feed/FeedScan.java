package io.feedmill.common.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of all feeds. Those of one feed follow each other, newest first; feeds come in an order of the store's own.
 *
 * @param next where the next ones go on (exclusive); null only at the end. There may be fewer than asked for, or none, before the end
 */
public record FeedScan(List<StoredItem> items, @Nullable FeedPosition next) {}
