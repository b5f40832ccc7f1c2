package io.feedmill.common.partition;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One eventually consistent read of a segment.
 *
 * @param index the index to read; null: the table
 * @param segment from 0
 * @param segments number of segments of the table
 * @param after a whole key; null: from the segment's beginning
 * @param limit maximum of items; 0: 1 MB of items
 */
public record ScanRead(
        ScannedTable table,
        @Nullable String index,
        int segment,
        int segments,
        @Nullable ScanPosition after,
        int limit) {

    /**
     * The result of a read.
     *
     * @param partitions the partition key of each item that was read, in the store's order: equal ones side by side
     * @param next the whole key to continue after; null at the end of the segment. A read without items may have a next one
     * @param units consumed read units
     */
    public record ScanKeys(
            List<KeyValue> partitions, @Nullable ScanPosition next, double units) {}

    /** Where a scan continues: after this key. In a table with a sort key, a key without it is the end of the partition. */
    public record ScanPosition(Map<String, KeyValue> key) {
        public ScanPosition {
            key = Map.copyOf(key);
        }
    }
}
