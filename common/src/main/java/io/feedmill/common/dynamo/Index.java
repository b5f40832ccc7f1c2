package io.feedmill.common.dynamo;

import java.util.Locale;

/**
 * The global secondary indexes: the partitions of their table under another sort key, a string. What is written to the table is in the index
 * a moment later, and costs as much again.
 */
public enum Index {
    /** Messages of a room by time, whoever wrote them. */
    BY_TIME;

    /** The attribute it sorts by, and its own name. */
    public String attribute() {
        return name().toLowerCase(Locale.ROOT);
    }
}
