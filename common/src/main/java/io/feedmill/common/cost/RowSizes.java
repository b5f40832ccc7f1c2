package io.feedmill.common.cost;

/** The bytes of rows, as DynamoDB counts them, and the units of their reads, by the lengths of user ids and of texts up to {@link #MAX_TEXT}. */
public record RowSizes(int id, int text) {
    /** All rows of a longer text do not fit into a write unit. */
    public static final int MAX_TEXT = 750;

    /** What AWS bills of each stored item besides. */
    private static final int OVERHEAD = 100;

    /** Rows of a head: an author's newest, which APIs keep. */
    static final int HEAD = 14;

    static final int NOTICE = 100;

    /** The lease of a worker. */
    static final int LEASE = 75;

    private static final double READ_UNIT = 4_096;

    /** A row of a home feed. */
    public int home() {
        return 108 + 2 * id + text;
    }

    /** A row of an author's feed. */
    public int author() {
        return 93 + 2 * id + text;
    }

    /** The newest version of a post. */
    public int version() {
        return 48 + id + text;
    }

    /** Either row of a follow. */
    public int follow() {
        return 45 + 2 * id;
    }

    /** The job of a complete post. */
    public int job() {
        return 180 + id;
    }

    /** A head in an API's memory. */
    public int head() {
        return 1_000 + HEAD * 2 * text;
    }

    /** Returns the units of a strongly consistent Query. One that finds nothing costs as much as one row. */
    static double units(double rows, int bytes) {
        return Math.max(1, Math.ceil(rows * bytes / READ_UNIT));
    }

    public static double gigabytes(double items, int bytes) {
        return items * (bytes + OVERHEAD) / 1e9;
    }
}
