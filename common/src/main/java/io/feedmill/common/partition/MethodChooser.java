package io.feedmill.common.partition;

import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.MethodChoice.UnfitMethodException;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the method that consumes the fewest read units. DynamoDB's statistics do not have the number of partitions; a few short reads
 * estimate it, of up to 1,000 items and some 160 units. An index is considered only by name: statistics do not say whether it has an
 * item of each partition.
 */
public record MethodChooser(ScanStore store) {
    /** Several places, because one partition may be unlike the others. */
    private static final int PLACES = 5;

    private static final int ITEMS_A_PLACE = 200;

    /** The cheapest method, with this index if it has an item of each partition. Throws an {@link UnfitMethodException} if it is absent. */
    public MethodChoice choose(ScannedTable table, @Nullable String index) {
        TableIndex named = index == null ? null : MethodChoice.require(table, index);
        if (table.sortKey() == null) {
            return new MethodChoice(ScanMethod.SCAN, null, "it has no sort key: each item is a partition", 0);
        }
        return choose(table, named, sample(table));
    }

    private Sample sample(ScannedTable table) {
        return IntStream.range(0, PLACES)
                .mapToObj(place -> store.read(new ScanRead(table, null, place, PLACES, null, ITEMS_A_PLACE)))
                .map(Sample::of)
                .reduce(Sample::plus)
                .orElseThrow();
    }

    static MethodChoice choose(ScannedTable table, @Nullable TableIndex index, Sample sample) {
        if (sample.items() == 0 || sample.whole()) {
            return new MethodChoice(ScanMethod.SCAN, null, "it is small: a few reads see all of it", sample.units());
        }
        MethodCosts costs = MethodCosts.of(table, index, sample);
        ScanMethod method = costs.cheapest();
        String name = method == ScanMethod.INDEX && index != null ? index.name() : null;
        return new MethodChoice(method, name, reason(table, costs, sample), sample.units());
    }

    private static String reason(ScannedTable table, MethodCosts costs, Sample sample) {
        return "about " + Math.round(costs.scan()) + " read units by a scan, "
                + Math.round(costs.skip()) + " by skipping from partition to partition"
                + (costs.index() == null ? "" : ", " + Math.round(costs.index()) + " by the index")
                + " (statistics: " + table.items() + " items of " + table.bytes() + " bytes in all; sample: "
                + sample.items() + " items in " + sample.partitions() + " partitions)";
    }

    /** The estimated read units of each method, for a table with a sort key; null: no index was named. */
    record MethodCosts(double scan, double skip, @Nullable Double index) {
        /** The bytes of half a read unit, eventually consistent. */
        private static final int HALF_UNIT_BYTES = 4_096;

        /** The statistics have the number and size of items, the sample the items of a partition. */
        static MethodCosts of(ScannedTable table, @Nullable TableIndex index, Sample sample) {
            double items = (double) Math.max(table.items(), sample.items());
            double itemBytes = itemBytes(table, sample);
            double partitions = items * sample.partitions() / sample.items();
            return new MethodCosts(
                    units(items * itemBytes),
                    partitions * units(itemBytes),
                    index == null ? null : units((double) index.bytes()));
        }

        /** A young table has no statistics: the units of the sample count, rounded up. */
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

    /**
     * The sums of a few short reads of a table, or of the whole: its items, their partitions, of which the last one of each read may continue, and the
     * consumed read units.
     */
    record Sample(long items, long partitions, double units, boolean whole) {

        static Sample of(ScanKeys keys) {
            List<KeyValue> partitions = keys.partitions();
            return new Sample(partitions.size(), new HashSet<>(partitions).size(), keys.units(), keys.next() == null);
        }

        Sample plus(Sample other) {
            return new Sample(
                    items + other.items, partitions + other.partitions, units + other.units, whole && other.whole);
        }
    }
}
