package io.feedmill.common.scan;

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
}
