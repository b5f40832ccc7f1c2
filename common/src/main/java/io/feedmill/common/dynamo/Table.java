package io.feedmill.common.dynamo;

import java.util.Locale;

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
    PLACES(true);

    private final boolean sortKey;

    Table(boolean sortKey) {
        this.sortKey = sortKey;
    }

    /** Whether its key has an {@code sk} beside the {@code pk}. */
    public boolean hasSortKey() {
        return sortKey;
    }

    /** The table's name behind the prefix. */
    String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }
}
