package io.feedmill.common.scan;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the method that consumes the fewest read units. DynamoDB's statistics do not tell how many partitions there are: a few short reads
 * do, of at most 1,000 items and some 160 units. An index is considered only where one is named: nothing tells whether an index has an
 * item of each partition.
 */
public final class MethodChooser {
    /** Several places, because the partition at one of them may be like no other. */
    private static final int PLACES = 5;

    private static final int ITEMS_A_PLACE = 200;

    private final ScanStore store;

    public MethodChooser(ScanStore store) {
        this.store = store;
    }

    /**
     * The cheapest method for the table.
     *
     * @param index that has an item of each partition; null: there is none
     * @throws UnfitMethodException if there is no such index
     */
    public MethodChoice choose(ScannedTable table, @Nullable String index) {
        TableIndex named = index == null ? null : named(table, index);
        if (table.sortKey() == null) {
            return new MethodChoice(ScanMethod.SCAN, null, "it has no sort key: each item is a partition", 0);
        }
        return choose(table, named, sample(table));
    }

    private static TableIndex named(ScannedTable table, String index) {
        return table.index(MethodChoice.require(table, index)).orElseThrow();
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
}
