package io.feedmill.bench.measure;

import io.feedmill.bench.measure.Figures.Stats;
import java.util.Arrays;

/** The meaning and the unit of a value. Tables have their columns in this order. */
public enum Metric {
    DELIVERIES_PER_SECOND("deliveries/s", 0),
    /** Time on any core of the contender's process, without servers and stubs. */
    CPU_MICROS("CPU µs a delivery", 2),
    /** Of the heap, by the contender's process. */
    ALLOCATED("bytes a delivery", 0),
    /** As AWS bills them: an item in a transaction counts twice. */
    WRITE_UNITS("write units a delivery", 4),
    POST_WRITE_UNITS("write units a post", 1),
    REQUESTS("requests a delivery", 4),
    QUEUE_REQUESTS("SQS requests a slice", 2),
    P50_MILLIS("p50 ms", 2),
    P99_MILLIS("p99 ms", 2),
    CALLS_PER_SECOND("calls/s", 0),
    /** As {@link #CPU_MICROS}, of the API for Feedmill. */
    CALL_CPU_MICROS("CPU µs a call", 0),
    CALL_ALLOCATED("bytes a call", 0),
    CALL_READ_UNITS("read units a call", 1),
    CALL_WRITE_UNITS("write units a call", 1),
    HERE_MILLIS("ms to a page here", 1),
    ELSEWHERE_MILLIS("ms to a page elsewhere", 0),
    EDIT_MILLIS("edit, ms elsewhere", 0),
    RETRACTION_MILLIS("retraction, ms elsewhere", 0),
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

    /** Returns the value over turns: the mean of CPU, for a garbage collection costs one turn what many caused, and the median of everything else. */
    double of(double... turns) {
        return switch (this) {
            case CPU_MICROS, CALL_CPU_MICROS, ALLOCATED, CALL_ALLOCATED ->
                Arrays.stream(turns).average().orElseThrow();
            default -> Stats.quantile(0.5, turns);
        };
    }

    /** Formats a value for a table. */
    public String format(double value) {
        return ("%,." + decimals + "f").formatted(value);
    }
}
