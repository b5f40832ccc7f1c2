package io.feedmill.common.cost;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What AWS bills for some work: capacity units by table (without its prefix), and requests to SQS. */
public record Cost(Map<String, Units> tables, double queueRequests) {
    public static final Cost NONE = new Cost(Map.of(), 0);

    public Cost {
        tables = Map.copyOf(tables);
    }

    /** Capacity units of DynamoDB. */
    public record Units(double write, double read) {
        public static final Units NONE = new Units(0, 0);

        public Units plus(Units other) {
            return new Units(write + other.write, read + other.read);
        }

        public Units times(double number) {
            return new Units(write * number, read * number);
        }
    }

    static Cost write(String table, double units) {
        return new Cost(Map.of(table, new Units(units, 0)), 0);
    }

    static Cost read(String table, double units) {
        return new Cost(Map.of(table, new Units(0, units)), 0);
    }

    static Cost queue(double requests) {
        return new Cost(Map.of(), requests);
    }

    /** A transaction that writes an item of up to 1 KB in each of these tables: two units each. */
    static Cost transaction(String... tables) {
        return Stream.of(tables).map(table -> write(table, 2)).reduce(NONE, Cost::plus);
    }

    public Cost plus(Cost other) {
        Map<String, Units> sum = new TreeMap<>(tables);
        other.tables.forEach((table, units) -> sum.merge(table, units, Units::plus));
        return new Cost(sum, queueRequests + other.queueRequests);
    }

    public Cost times(double number) {
        Map<String, Units> product = new TreeMap<>();
        tables.forEach((table, units) -> product.put(table, units.times(number)));
        return new Cost(product, queueRequests * number);
    }

    public Units total() {
        return tables.values().stream().reduce(Units.NONE, Units::plus);
    }
}
