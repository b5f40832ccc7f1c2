package io.feedmill.common.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list. It may be short or empty before the end.
 *
 * @param next where the next page continues (exclusive); null only at the end
 */
public record Page<T, K>(List<T> items, @Nullable K next) {}
