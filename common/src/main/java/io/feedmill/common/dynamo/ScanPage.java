package io.feedmill.common.dynamo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one Scan returned; {@code next} is the key to go on behind, null where the table came to its end. Short and empty pages may have a next one. */
public record ScanPage(List<Row> rows, @Nullable Row next) {}
