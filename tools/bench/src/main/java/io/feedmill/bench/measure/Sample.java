package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** The values that one contender has measured in one round. */
public record Sample(@JsonValue Map<Metric, Double> values) {
    private static final int DIGITS = 3;

    public Sample {
        EnumMap<Metric, Double> copy = new EnumMap<>(Metric.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    public static Sample of(Metric metric, double value) {
        return new Sample(Map.of(metric, value));
    }

    /** Adds a value. */
    public Sample with(Metric metric, double value) {
        Map<Metric, Double> all = new EnumMap<>(Metric.class);
        all.putAll(values);
        all.put(metric, value);
        return new Sample(all);
    }

    /** Returns p50 and p99 of the latencies of calls; there must be at least one. */
    public static Sample ofLatencies(Collection<Long> nanos) {
        Histogram histogram = new Histogram(DIGITS);
        nanos.forEach(histogram::recordValue);
        return of(Metric.P50_MILLIS, histogram.getValueAtPercentile(50) / 1e6)
                .with(Metric.P99_MILLIS, histogram.getValueAtPercentile(99) / 1e6);
    }

    /** Returns an empty optional for a metric that was not measured. */
    public OptionalDouble value(Metric metric) {
        Double value = values.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
