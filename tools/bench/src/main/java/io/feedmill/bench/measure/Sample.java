package io.feedmill.bench.measure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** What one contender took in one round. */
public record Sample(Map<Metric, Double> values) {

    public Sample {
        values = Collections.unmodifiableMap(values.isEmpty() ? new EnumMap<>(Metric.class) : new EnumMap<>(values));
    }

    public static Sample of(Metric metric, double value) {
        return new Sample(Map.of(metric, value));
    }

    /** The same with one more figure. */
    public Sample with(Metric metric, double value) {
        Map<Metric, Double> all = new EnumMap<>(Metric.class);
        all.putAll(values);
        all.put(metric, value);
        return new Sample(all);
    }

    /** Empty where this was not measured. */
    public OptionalDouble value(Metric metric) {
        Double value = values.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
