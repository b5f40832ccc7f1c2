package io.feedmill.common.place;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posts by state, city, then newest first; such without a state or city come before those that have one.
 *
 * @param next where the next page goes on (exclusive); null only at the end
 */
public record PlacePage(List<PlacedPost> posts, @Nullable String next) {}
