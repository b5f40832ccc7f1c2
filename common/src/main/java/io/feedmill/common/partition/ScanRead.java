package io.feedmill.common.partition;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One eventually consistent read of a segment of a table or index, after a key or from its beginning, up to a limit; 0: 1 MB of items. */
public record ScanRead(
        ScannedTable table,
        @Nullable String index,
        int segment,
        int segments,
        @Nullable ScanPosition after,
        int limit) {

    /**
     * The result of a read: the partition key of each item, in the store's order, equal ones side by side; the whole key to continue after, null at the
     * end of the segment, also after a read without items; and the consumed read units.
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
