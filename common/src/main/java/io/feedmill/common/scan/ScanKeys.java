package io.feedmill.common.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one read returned.
 *
 * @param partitions the partition key of each item that was read, in the store's order: equal ones side by side
 * @param next the whole key to go on behind; null: the segment came to its end. A read without items may have a next one
 * @param units what it consumed
 */
public record ScanKeys(List<KeyValue> partitions, @Nullable ScanPosition next, double units) {}
