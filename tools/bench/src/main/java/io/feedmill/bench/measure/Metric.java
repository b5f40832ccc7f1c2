package io.feedmill.bench.measure;

/** The meaning and the unit of a value. Tables have their columns in this order. */
public enum Metric {
    DELIVERIES_PER_SECOND("deliveries/s", 0),
    /** Time on any core of the contender's process, without servers and stubs. */
    CPU_MICROS("CPU µs a delivery", 2),
    /** As AWS bills them: an item in a transaction counts twice. */
    WRITE_UNITS("write units a delivery", 4),
    REQUESTS("requests a delivery", 4),
    QUEUE_REQUESTS("SQS requests a slice", 2),
    P50_MILLIS("p50 ms", 2),
    P99_MILLIS("p99 ms", 2),
    /** As {@link #CPU_MICROS}, of the API for Feedmill. */
    CALL_CPU_MICROS("CPU µs a call", 0),
    HEAP_KIB("KiB of heap a listener", 0),
    /** Of the API, to DynamoDB. */
    STORE_CALLS("store calls a listener and s", 2);

    private final String title;
    private final int decimals;

    Metric(String title, int decimals) {
        this.title = title;
        this.decimals = decimals;
    }

    /** Returns the heading of its column. */
    public String title() {
        return title;
    }

    /** Returns whether the values of all turns are summed: a garbage collection costs one turn what many caused. */
    boolean isSummed() {
        return this == CPU_MICROS || this == CALL_CPU_MICROS;
    }

    /** Formats a value for a table. */
    public String format(double value) {
        return ("%,." + decimals + "f").formatted(value);
    }
}
