package io.feedmill.common.dynamo;

import org.jspecify.annotations.Nullable;

/**
 * A table. Keys are {@code pk} and, if it has a sort key, {@code sk}, both strings. The suffix is its name without the prefix. A secondary index is
 * created with it. If each row is within a write unit ({@code small}), what batches write is known without asking.
 */
public record Table(
        String suffix, boolean hasSortKey, @Nullable Index index, boolean small) {

    public Table(String suffix, boolean hasSortKey, @Nullable Index index) {
        this(suffix, hasSortKey, index, false);
    }

    /** A table with sort keys and without an index. */
    public static Table of(String suffix) {
        return new Table(suffix, true, null);
    }

    /** A table with sort keys, whose rows are within a write unit each. */
    public static Table ofSmallRows(String suffix) {
        return new Table(suffix, true, null, true);
    }

    /** A table whose partitions have one item each. */
    public static Table withoutSortKey(String suffix) {
        return new Table(suffix, false, null);
    }

    /**
     * A secondary index: the partitions of its table under this other string. A write to the table costs the same again. It is in a global index a moment
     * later; a local one is read as consistently as the table, but exists from its creation on or never, and limits a partition to 10 GB.
     */
    public record Index(String name, String attribute, boolean local) {

        /** A global index, named as its sort key attribute. */
        public static Index global(String attribute) {
            return new Index(attribute, attribute, false);
        }

        public static Index local(String name, String attribute) {
            return new Index(name, attribute, true);
        }
    }
}
