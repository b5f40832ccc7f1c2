package io.feedmill.common.partition;

import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The progress of a listing of a table's partitions, or of work on it: all that is needed to continue. It has the index that is read if the method is
 * {@link ScanMethod#INDEX}, all segments, whose number never changes, the read units consumed so far, with the choice of the method, and the number of
 * partitions found so far.
 */
public record PartitionListing(
        String table,
        ScanMethod method,
        @Nullable String index,
        List<SegmentState> segments,
        double units,
        long found) {
    /** The maximum of segments here; DynamoDB takes 1,000,000. */
    public static final int MAX_SEGMENTS = 256;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    public PartitionListing {
        segments = List.copyOf(segments);
        if (segments.isEmpty() || segments.size() > MAX_SEGMENTS) {
            throw new IllegalArgumentException("Segments must be 1 to " + MAX_SEGMENTS);
        }
        if ((index != null) != (method == ScanMethod.INDEX)) {
            throw new IllegalArgumentException("Only the method index has an index");
        }
    }

    public static PartitionListing begin(String table, MethodChoice choice, int segments) {
        return new PartitionListing(
                table,
                choice.method(),
                choice.index(),
                Collections.nCopies(segments, SegmentState.BEGIN),
                choice.spent(),
                0);
    }

    /** Returns the listing as JSON, to continue it later. */
    public static String encode(PartitionListing listing) {
        return JSON.writeValueAsString(listing);
    }

    /** The inverse of {@link #encode}. Throws an {@link IllegalArgumentException} for anything else. */
    public static PartitionListing decode(String json) {
        try {
            return Optional.ofNullable(JSON.readValue(json, PartitionListing.class)) // null for the JSON null
                    .orElseThrow(() -> new IllegalArgumentException("Invalid listing of partitions"));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("Invalid listing of partitions", e);
        }
    }

    public boolean finished() {
        return segments.stream().allMatch(SegmentState::done);
    }

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

    /** A segment's progress: the key to continue after, the last partition key, which may come again, and whether it is at its end. */
    public record SegmentState(
            @Nullable ScanPosition after, @Nullable KeyValue last, boolean done) {
        static final SegmentState BEGIN = new SegmentState(null, null, false);
    }

    /** The result of one read of a segment: its new partition keys, its progress, and the consumed read units. */
    record PartitionStep(List<KeyValue> found, SegmentState state, double units) {}
}
