package io.feedmill.bench.meter;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What was asked of DynamoDB or SQS, by operation: {@code BatchWriteItem}, {@code SendMessage}… */
public record Bill(Map<String, Charge> operations) {

    public Bill {
        operations = Collections.unmodifiableMap(new TreeMap<>(operations));
    }

    /** All zero where there was none of them. */
    public Charge of(String operation) {
        return operations.getOrDefault(operation, Charge.NONE);
    }

    /** All operations together. */
    public Charge total() {
        return operations.values().stream().reduce(Charge.NONE, Charge::plus);
    }

    /** What was asked since. */
    public Bill minus(Bill earlier) {
        Map<String, Charge> since = new TreeMap<>();
        operations.forEach((operation, charge) -> since.put(operation, charge.minus(earlier.of(operation))));
        return new Bill(since);
    }

    /** With what was asked of another service. */
    public Bill plus(Bill other) {
        Map<String, Charge> both = new TreeMap<>(operations);
        other.operations.forEach((operation, charge) -> both.merge(operation, charge, Charge::plus));
        return new Bill(both);
    }

    /** The figures of one delivery, where there were so many. */
    public Sample perDelivery(long deliveries) {
        Charge total = total();
        return Sample.of(Metric.REQUESTS, (double) total.requests() / deliveries)
                .with(Metric.BYTES, (double) (total.bytesUp() + total.bytesDown()) / deliveries)
                .with(Metric.WRITE_UNITS, total.writeUnits() / deliveries)
                .with(Metric.READ_UNITS, total.readUnits() / deliveries);
    }
}
