package io.feedmill.common.dynamo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one Query returned, or several that went on behind each other.
 *
 * @param next the sort key to go on behind; null where the Query came to its end
 * @param units the read units that it consumed
 */
public record RowPage(List<Row> rows, @Nullable String next, double units) {}
