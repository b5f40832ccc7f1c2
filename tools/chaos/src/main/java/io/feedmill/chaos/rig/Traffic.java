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
public record Traffic(SortedMap<String, OperationStatistics> operations) {

    public static Traffic between(Statistics before, Statistics after) {
        SortedMap<String, OperationStatistics> operations = new TreeMap<>();
        after.operations().forEach((name, now) -> operations.put(name, between(before.operation(name), now)));
        return new Traffic(operations);
    }

    private static OperationStatistics between(OperationStatistics before, OperationStatistics after) {
        Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
        after.injected().forEach((kind, count) -> faults.put(kind, count - before.injected(kind)));
        return new OperationStatistics(
                after.requests() - before.requests(),
                after.forwarded() - before.forwarded(),
                faults,
                after.unitsAccepted() - before.unitsAccepted(),
                after.unitsRefused() - before.unitsRefused());
    }

    public OperationStatistics operation(String name) {
        return operations.getOrDefault(name, new OperationStatistics(0, 0, Map.of(), 0, 0));
    }

    public long requests() {
        return operations.values().stream()
                .mapToLong(OperationStatistics::requests)
                .sum();
    }

    /** Returns the requests that failed, wholly or in part, or were not answered; one that met two faults counts twice. */
    public long wasted() {
        return byFault().entrySet().stream()
                .filter(fault -> isWaste(fault.getKey()))
                .flatMap(fault -> fault.getValue().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns the number of injections of each fault, by operation. */
    public Map<FaultKind, SortedMap<String, Long>> byFault() {
        Map<FaultKind, SortedMap<String, Long>> faults = new EnumMap<>(FaultKind.class);
        operations.forEach((name, operation) -> operation.injected().forEach((kind, count) -> {
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
