package io.feedmill.common.partition;

import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionListing.PartitionStep;
import io.feedmill.common.partition.PartitionListing.SegmentState;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The next read of a segment, and the meaning of its answer. Takes from the listing how the table is read, not its progress. Does no I/O. */
record PartitionWalk(ScannedTable table, PartitionListing listing) {

    ScanRead read(int segment, SegmentState state) {
        return new ScanRead(
                table, listing.index(), segment, listing.segments().size(), whole(state.after()), skips() ? 1 : 0);
    }

    /** With the greatest sort key if the position is the end of a partition. */
    private @Nullable ScanPosition whole(@Nullable ScanPosition position) {
        KeyAttribute sortKey = table.sortKey();
        if (position == null || sortKey == null || position.key().containsKey(sortKey.name())) {
            return position;
        }
        Map<String, KeyValue> key = new HashMap<>(position.key());
        key.put(sortKey.name(), sortKey.type().greatest());
        return new ScanPosition(key);
    }

    PartitionStep step(SegmentState state, ScanKeys keys) {
        List<KeyValue> found = new ArrayList<>();
        KeyValue last = state.last();
        for (KeyValue partition : keys.partitions()) {
            if (!partition.equals(last)) {
                found.add(partition);
            }
            last = partition;
        }
        return new PartitionStep(found, after(last, keys), keys.units());
    }

    private SegmentState after(@Nullable KeyValue last, ScanKeys keys) {
        ScanPosition next = keys.next();
        if (next == null) {
            return new SegmentState(null, last, true);
        }
        // a read without items says nothing about the partition at which it stopped, so that one is not skipped
        boolean jumps = skips() && !keys.partitions().isEmpty();
        return new SegmentState(
                jumps ? new ScanPosition(Map.of(table.partitionKey().name(), Objects.requireNonNull(last))) : next,
                last,
                false);
    }

    private boolean skips() {
        return listing.method() == ScanMethod.SKIP && table.sortKey() != null;
    }
}
