package io.feedmill.common.scan;

/** How the distinct partition keys of a table are found. */
public enum ScanMethod {
    /** Reads every item. Half a read unit for each 4 KiB of the table. */
    SCAN,
    /** Reads the first item of each partition, and goes on behind the greatest sort key. Half a read unit for each partition (of items up to 4 KiB). */
    SKIP,
    /** Reads every item of an index that has one item of each partition. Half a read unit for each 4 KiB of the index. */
    INDEX
}
