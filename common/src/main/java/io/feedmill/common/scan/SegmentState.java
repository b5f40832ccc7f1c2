package io.feedmill.common.scan;

import org.jspecify.annotations.Nullable;

/**
 * How far a segment has been read.
 *
 * @param after go on behind this; null: from its beginning
 * @param last the partition key that was found last: it may come again; null: none was
 * @param done whether there is nothing more
 */
public record SegmentState(
        @Nullable ScanPosition after, @Nullable KeyValue last, boolean done) {
    static final SegmentState BEGIN = new SegmentState(null, null, false);
}
