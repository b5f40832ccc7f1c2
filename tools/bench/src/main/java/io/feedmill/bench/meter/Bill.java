package io.feedmill.bench.meter;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Charges by operation of DynamoDB or SQS: {@code BatchWriteItem}, {@code SendMessage}… */
public record Bill(Map<String, Charge> operations) {

    /** The cost of some requests, in units as AWS bills them. */
    public record Charge(long requests, double writeUnits, double readUnits) {
        static final Charge NONE = new Charge(0, 0, 0);

        Charge plus(Charge other) {
            return new Charge(requests + other.requests, writeUnits + other.writeUnits, readUnits + other.readUnits);
        }

        Charge minus(Charge earlier) {
            return new Charge(
                    requests - earlier.requests, writeUnits - earlier.writeUnits, readUnits - earlier.readUnits);
        }
    }

    public Bill {
        operations = Collections.unmodifiableMap(new TreeMap<>(operations));
    }

    /** Returns the charge of an operation, all zero without any request. */
    public Charge of(String operation) {
        return operations.getOrDefault(operation, Charge.NONE);
    }

    public Charge total() {
        return operations.values().stream().reduce(Charge.NONE, Charge::plus);
    }

    /** Returns the charges since an earlier bill, without operations that had none. */
    public Bill minus(Bill earlier) {
        Map<String, Charge> since = new TreeMap<>();
        operations.forEach((operation, charge) -> since.put(operation, charge.minus(earlier.of(operation))));
        since.values().removeIf(charge -> charge.requests() == 0);
        return new Bill(since);
    }

    /** Adds the bill of another service. */
    public Bill plus(Bill other) {
        Map<String, Charge> both = new TreeMap<>(operations);
        other.operations.forEach((operation, charge) -> both.merge(operation, charge, Charge::plus));
        return new Bill(both);
    }

    /** Returns the share of one delivery. */
    public Sample perDelivery(long deliveries) {
        Charge total = total();
        return Sample.of(Metric.REQUESTS, (double) total.requests() / deliveries)
                .with(Metric.WRITE_UNITS, total.writeUnits() / deliveries)
                .with(Metric.READ_UNITS, total.readUnits() / deliveries);
    }

    /** Returns requests and write units by operation. */
    @Override
    public String toString() {
        return operations.entrySet().stream()
                .map(entry ->
                        "%s %,d%s".formatted(entry.getKey(), entry.getValue().requests(), units(entry.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String units(Charge charge) {
        return charge.writeUnits() == 0 ? "" : " (%,.0f write units)".formatted(charge.writeUnits());
    }
}
