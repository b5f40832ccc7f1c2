package io.feedmill.common.scan;

import java.util.HashSet;
import java.util.List;

/**
 * What a few short reads have seen of a table.
 *
 * @param items how many they have read
 * @param partitions in how many partitions these are; the last one of each read may go on
 * @param units what they consumed
 * @param whole whether that was all of the table
 */
record Sample(long items, long partitions, double units, boolean whole) {

    static Sample of(ScanKeys keys) {
        List<KeyValue> partitions = keys.partitions();
        return new Sample(partitions.size(), new HashSet<>(partitions).size(), keys.units(), keys.next() == null);
    }

    /** Together with a read of another segment. */
    Sample plus(Sample other) {
        return new Sample(
                items + other.items, partitions + other.partitions, units + other.units, whole && other.whole);
    }
}
