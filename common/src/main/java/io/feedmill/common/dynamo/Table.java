package io.feedmill.common.dynamo;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables. Keys are {@code pk} and {@code sk}, both strings. */
public enum Table {
    FEEDS(true),
    POSTS(true),
    FOLLOWS(true),
    FANOUTS(true),
    OUTBOX(true),
    COUNTERS(true),
    LEDGER(true),
    REQUESTS(false),
    ROOMS(true, Index.BY_TIME),
    DEVICES(true),
    VIEWS(false),
    REACTIONS(false),
    REPORTS(true),
    PLACES(true),
    READERS(true),
    RECALLS(true);

    private final boolean sortKey;
    private final @Nullable Index index;

    Table(boolean sortKey) {
        this(sortKey, null);
    }

    Table(boolean sortKey, @Nullable Index index) {
        this.sortKey = sortKey;
        this.index = index;
    }

    /** Whether its key has an {@code sk}. */
    public boolean hasSortKey() {
        return sortKey;
    }

    /** Its secondary index, which is created with it. */
    Optional<Index> index() {
        return Optional.ofNullable(index);
    }

    /** The name of the table without the prefix. */
    String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The global secondary indexes: the partitions of their table under another sort key, a string. A write to the table is in the index a moment later, and costs the same again.
     */
    public enum Index {
        /** Messages of a room by time, of all users. */
        BY_TIME;

        /** Its sort key attribute, and its name. */
        public String attribute() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
