package io.feedmill.common.scan;

import org.jspecify.annotations.Nullable;

/**
 * A method and why it is taken.
 *
 * @param index null unless the method is {@link ScanMethod#INDEX}
 * @param reason a sentence for the operator
 * @param spent read units that it took to choose
 */
public record MethodChoice(ScanMethod method, @Nullable String index, String reason, double spent) {

    /**
     * The method that was asked for.
     *
     * @param index must be named for {@link ScanMethod#INDEX}, and is not looked at otherwise
     * @throws UnfitMethodException if the table cannot be read so
     */
    public static MethodChoice asked(ScannedTable table, ScanMethod method, @Nullable String index) {
        return switch (method) {
            case SCAN -> new MethodChoice(method, null, "asked for", 0);
            case SKIP -> skip(table);
            case INDEX -> new MethodChoice(method, require(table, index), "asked for", 0);
        };
    }

    private static MethodChoice skip(ScannedTable table) {
        if (table.sortKey() == null) {
            throw new UnfitMethodException("Table " + table.name() + " has no sort key: there is nothing to skip.");
        }
        return new MethodChoice(ScanMethod.SKIP, null, "asked for", 0);
    }

    static String require(ScannedTable table, @Nullable String index) {
        if (index == null) {
            throw new UnfitMethodException(
                    "The method index takes an index that has an item of each partition: name it.");
        }
        if (table.index(index).isEmpty()) {
            throw new UnfitMethodException("Table " + table.name() + " has no global secondary index " + index + ".");
        }
        return index;
    }

    /** How the distinct partition keys of a table are found. */
    public enum ScanMethod {
        /** Reads every item. Half a read unit for each 4 KiB of the table. */
        SCAN,
        /** Reads the first item of each partition, and goes on behind the greatest sort key. Half a read unit for each partition (of items up to 4 KiB). */
        SKIP,
        /** Reads every item of an index that has one item of each partition. Half a read unit for each 4 KiB of the index. */
        INDEX
    }

    /** The table cannot be read by the method that was asked for. The message is one sentence for the operator. */
    public static final class UnfitMethodException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String sentence;

        UnfitMethodException(String sentence) {
            super(sentence);
            this.sentence = sentence;
        }

        /** The message. */
        public String sentence() {
            return sentence;
        }
    }
}
