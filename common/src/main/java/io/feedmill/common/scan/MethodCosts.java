package io.feedmill.common.scan;

import org.jspecify.annotations.Nullable;

/**
 * About what each method consumes of a table with a sort key, in read units.
 *
 * @param index null where none was named
 */
record MethodCosts(double scan, double skip, @Nullable Double index) {
    /** What half a read unit reads, eventually consistent. */
    private static final int HALF_UNIT_BYTES = 4_096;

    /** Statistics tell the items and their size, the sample how many of them make a partition. */
    static MethodCosts of(ScannedTable table, @Nullable TableIndex index, Sample sample) {
        double items = (double) Math.max(table.items(), sample.items());
        double itemBytes = itemBytes(table, sample);
        double partitions = items * sample.partitions() / sample.items();
        return new MethodCosts(
                units(items * itemBytes),
                partitions * units(itemBytes),
                index == null ? null : units((double) index.bytes()));
    }

    /** A table that is younger than its statistics has none: the sample's units tell, rounded up. */
    private static double itemBytes(ScannedTable table, Sample sample) {
        return table.items() > 0
                ? (double) table.bytes() / table.items()
                : 2 * sample.units() * HALF_UNIT_BYTES / sample.items();
    }

    private static double units(double bytes) {
        return Math.max(1, Math.ceil(bytes / HALF_UNIT_BYTES)) / 2;
    }

    ScanMethod cheapest() {
        if (index != null && index <= Math.min(scan, skip)) {
            return ScanMethod.INDEX;
        }
        return skip < scan ? ScanMethod.SKIP : ScanMethod.SCAN;
    }
}
