package io.feedmill.common.scan;

import io.feedmill.common.scan.MethodChoice.ScanMethod;
import io.feedmill.common.scan.PartitionWalk.PartitionStep;
import io.feedmill.common.scan.ScanRead.ScanPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the partitions of a table have been listed: all that it takes to go on.
 *
 * @param index the index that is read; null unless the method is {@link ScanMethod#INDEX}
 * @param segments each of them; their number stays what it was at the beginning
 * @param units what was consumed so far, the choice of the method included
 * @param found how many partitions were found so far
 */
public record PartitionListing(
        String table,
        ScanMethod method,
        @Nullable String index,
        List<SegmentState> segments,
        double units,
        long found) {
    /** The most that a table is divided into here; DynamoDB takes 1,000,000. */
    public static final int MAX_SEGMENTS = 256;

    public PartitionListing {
        segments = List.copyOf(segments);
        if (segments.isEmpty() || segments.size() > MAX_SEGMENTS) {
            throw new IllegalArgumentException("there may be 1 to " + MAX_SEGMENTS + " segments");
        }
        if ((index != null) != (method == ScanMethod.INDEX)) {
            throw new IllegalArgumentException("an index belongs to the method index, and to no other");
        }
    }

    /** Before the first read. */
    public static PartitionListing begin(String table, MethodChoice choice, int segments) {
        return new PartitionListing(
                table,
                choice.method(),
                choice.index(),
                Collections.nCopies(segments, SegmentState.BEGIN),
                choice.spent(),
                0);
    }

    public boolean finished() {
        return segments.stream().allMatch(SegmentState::done);
    }

    /** After one more read of a segment. */
    PartitionListing after(int segment, PartitionStep step) {
        List<SegmentState> states = new ArrayList<>(segments);
        states.set(segment, step.state());
        return new PartitionListing(
                table,
                method,
                index,
                states,
                units + step.units(),
                found + step.found().size());
    }

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
}
