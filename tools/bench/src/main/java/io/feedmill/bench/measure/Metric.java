package io.feedmill.bench.measure;

/** What a figure says, and in which unit. */
public enum Metric {
    DELIVERIES_PER_SECOND("deliveries/s", 0),
    CALLS_PER_SECOND("calls/s", 0),
    /** Time on any core of the processes of a contender, without servers and stubs, for each delivery. */
    CPU_MICROS("CPU µs a delivery", 2),
    /** As {@link #CPU_MICROS}, of the store that keeps what was delivered. */
    STORE_CPU_MICROS("store CPU µs a delivery", 2),
    REQUESTS("requests a delivery", 4),
    QUEUE_REQUESTS("SQS requests a slice", 2),
    /** Of request bodies and answers. */
    BYTES("bytes a delivery", 0),
    /** As AWS bills them: an item in a transaction counts twice. */
    WRITE_UNITS("write units a delivery", 4),
    READ_UNITS("read units a delivery", 4),
    P50_MILLIS("p50 ms", 2),
    P99_MILLIS("p99 ms", 2),
    HEAP_MIB("heap MiB", 0),
    LOST("deliveries lost", 0),
    ALLOCATED_BYTES("bytes allocated", 0),
    NANOS_PER_CALL("ns a call", 1);

    private final String title;
    private final int decimals;

    Metric(String title, int decimals) {
        this.title = title;
        this.decimals = decimals;
    }

    public String title() {
        return title;
    }

    /** The value as a table shows it. */
    public String format(double value) {
        return ("%,." + decimals + "f").formatted(value);
    }
}
