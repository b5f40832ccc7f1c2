package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonValue;

/** The meaning and the unit of a value. Tables have their columns in this order. */
public enum Metric {
    DELIVERIES_PER_SECOND("deliveriesPerSecond", "deliveries/s", 0),
    /** Time on any core of the contender's processes, without servers and stubs. */
    CPU_MICROS("cpuMicros", "CPU µs a delivery", 2),
    /** As AWS bills them: an item in a transaction counts twice. */
    WRITE_UNITS("writeUnits", "write units a delivery", 4),
    READ_UNITS("readUnits", "read units a delivery", 4),
    REQUESTS("requests", "requests a delivery", 4),
    QUEUE_REQUESTS("queueRequests", "SQS requests a slice", 2),
    P50_MILLIS("p50Millis", "p50 ms", 2),
    P99_MILLIS("p99Millis", "p99 ms", 2),
    /** As {@link #CPU_MICROS}, of the API for Feedmill. */
    CALL_CPU_MICROS("callCpuMicros", "CPU µs a call", 0),
    /** Of a call and all work that it causes, by the meters. */
    CALL_WRITE_UNITS("callWriteUnits", "write units", 0),
    CALL_READ_UNITS("callReadUnits", "read units", 1),
    CALL_REQUESTS("callRequests", "DynamoDB requests", 0),
    CALL_SENDS("callSends", "SQS sends", 0);

    private final String json;
    private final String title;
    private final int decimals;

    Metric(String json, String title, int decimals) {
        this.json = json;
        this.title = title;
        this.decimals = decimals;
    }

    /** Returns the key in JSON. */
    @JsonValue
    public String json() {
        return json;
    }

    /** Returns the heading of its column. */
    public String title() {
        return title;
    }

    /** Formats a value for a table. */
    public String format(double value) {
        return ("%,." + decimals + "f").formatted(value);
    }
}
