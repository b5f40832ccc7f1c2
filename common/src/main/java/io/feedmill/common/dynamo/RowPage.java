package io.feedmill.common.dynamo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one Query returned; {@code next} is the sort key to go on behind, null where the Query came to its end. */
public record RowPage(List<Row> rows, @Nullable String next) {}
