package io.feedmill.common.partition;

import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import org.jspecify.annotations.Nullable;

/** A method, its index if it is {@link ScanMethod#INDEX}, the reason for it as a sentence for the operator, and the consumed read units. */
public record MethodChoice(ScanMethod method, @Nullable String index, String reason, double spent) {

    /** The requested method. Only {@link ScanMethod#INDEX} has an index. Throws an {@link UnfitMethodException} if the table does not fit. */
    public static MethodChoice asked(ScannedTable table, ScanMethod method, @Nullable String index) {
        if (method == ScanMethod.SKIP && table.sortKey() == null) {
            throw new UnfitMethodException("Table " + table.name() + " has no sort key, so nothing can be skipped.");
        }
        String name = method == ScanMethod.INDEX ? require(table, index).name() : null;
        return new MethodChoice(method, name, "asked for", 0);
    }

    static TableIndex require(ScannedTable table, @Nullable String index) {
        if (index == null) {
            throw new UnfitMethodException(
                    "The method index takes an index that has an item of each partition: name it.");
        }
        return table.index(index)
                .orElseThrow(() ->
                        new UnfitMethodException("Table " + table.name() + " has no secondary index " + index + "."));
    }

    /** The methods to find the distinct partition keys of a table. */
    public enum ScanMethod implements LowerCaseName {
        /** Reads every item. Half a read unit for each 4 KiB of the table. */
        SCAN,
        /** Reads the first item of each partition, and continues after the greatest sort key. Half a read unit for each partition (of items up to 4 KiB). */
        SKIP,
        /** Reads every item of an index that has one item of each partition. Half a read unit for each 4 KiB of the index. */
        INDEX
    }

    /** The table does not fit the requested method. The message is one sentence for the operator. */
    public static final class UnfitMethodException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnfitMethodException(String sentence) {
            super(sentence);
        }
    }
}
