package io.feedmill.common.scan;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One eventually consistent read of a segment.
 *
 * @param index whose items are read; null: the table's
 * @param segment from 0
 * @param segments how many the table is divided into
 * @param after a whole key; null: from the segment's beginning
 * @param limit so many items at most; 0: as many as make 1 MB
 */
public record ScanRead(
        ScannedTable table,
        @Nullable String index,
        int segment,
        int segments,
        @Nullable ScanPosition after,
        int limit) {

    /** The same read, of no more items than these. */
    ScanRead atMost(int items) {
        return new ScanRead(table, index, segment, segments, after, limit == 0 ? items : Math.min(limit, items));
    }

    /**
     * What one read returned.
     *
     * @param partitions the partition key of each item that was read, in the store's order: equal ones side by side
     * @param next the whole key to go on behind; null: the segment came to its end. A read without items may have a next one
     * @param units what it consumed
     */
    public record ScanKeys(
            List<KeyValue> partitions, @Nullable ScanPosition next, double units) {}

    /** Where a scan goes on: behind this key. In a table with a sort key, one without it stands for the end of the partition. */
    public record ScanPosition(Map<String, KeyValue> key) {
        public ScanPosition {
            key = Map.copyOf(key);
        }
    }
}
