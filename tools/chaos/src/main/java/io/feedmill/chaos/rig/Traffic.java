package io.feedmill.chaos.rig;

import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.script.FaultKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The requests through a proxy within some time.
 *
 * @param operations by name
 */
public record Traffic(SortedMap<String, Operation> operations) {

    /**
     * The requests of one operation.
     *
     * @param forwarded requests that reached the emulator
     * @param faults the number of injections of each fault
     * @param units write units; counted only while a rule sets a capacity
     */
    public record Operation(long requests, long forwarded, Map<FaultKind, Long> faults, long units) {
        private static final Operation NONE = new Operation(0, 0, Map.of(), 0);

        static Operation between(OperationStatistics before, OperationStatistics after) {
            Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
            after.injected().forEach((kind, count) -> faults.put(kind, count - before.injected(kind)));
            return new Operation(
                    after.requests() - before.requests(),
                    after.forwarded() - before.forwarded(),
                    faults,
                    after.unitsAccepted() - before.unitsAccepted());
        }

        public long faults(FaultKind kind) {
            return faults.getOrDefault(kind, 0L);
        }
    }

    public static Traffic between(Statistics before, Statistics after) {
        SortedMap<String, Operation> operations = new TreeMap<>();
        after.operations().forEach((name, now) -> operations.put(name, Operation.between(before.operation(name), now)));
        return new Traffic(operations);
    }

    public Operation operation(String name) {
        return operations.getOrDefault(name, Operation.NONE);
    }

    public long requests() {
        return operations.values().stream().mapToLong(Operation::requests).sum();
    }

    /** Returns the requests that failed, wholly or in part, or were not answered; one that met two faults counts twice. */
    public long wasted() {
        return operations.values().stream()
                .flatMap(operation -> operation.faults().entrySet().stream())
                .filter(fault -> isWaste(fault.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the number of injections of each fault, by operation. */
    public Map<FaultKind, SortedMap<String, Long>> byFault() {
        Map<FaultKind, SortedMap<String, Long>> faults = new EnumMap<>(FaultKind.class);
        operations.forEach((name, operation) -> operation.faults().forEach((kind, count) -> {
            if (count > 0) {
                faults.computeIfAbsent(kind, first -> new TreeMap<>()).put(name, count);
            }
        }));
        return faults;
    }

    private static boolean isWaste(FaultKind kind) {
        return switch (kind) {
            case THROTTLE, CONFLICT, ERROR, DROP_RESPONSE, RESET, OUTAGE, HOLD -> true;
            case UNPROCESSED, PARTITION_CAPACITY, TABLE_CAPACITY -> true;
            case LATENCY, DUPLICATE, REORDER, DELAY_DELIVERY, FAIL_DELETE -> false;
        };
    }
}
