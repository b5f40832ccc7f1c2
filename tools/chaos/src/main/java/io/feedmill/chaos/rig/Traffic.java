package io.feedmill.chaos.rig;

import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.script.FaultKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What went through a proxy within some time.
 *
 * @param operations by name
 */
public record Traffic(SortedMap<String, Operation> operations) {

    private static final Operation NONE = new Operation(0, 0, Map.of(), 0);

    /**
     * Of one operation.
     *
     * @param forwarded requests that reached the emulator
     * @param faults how often each fault took effect
     * @param units write units; counted only while a rule sets a capacity
     */
    public record Operation(long requests, long forwarded, Map<FaultKind, Long> faults, long units) {

        public long faults(FaultKind kind) {
            return faults.getOrDefault(kind, 0L);
        }
    }

    /** What went through between the two looks. */
    public static Traffic between(Statistics before, Statistics after) {
        SortedMap<String, Operation> operations = new TreeMap<>();
        after.operations().forEach((name, now) -> operations.put(name, difference(before.operation(name), now)));
        return new Traffic(operations);
    }

    public Operation operation(String name) {
        return operations.getOrDefault(name, NONE);
    }

    public long requests() {
        return operations.values().stream().mapToLong(Operation::requests).sum();
    }

    /** Requests that had to be sent again, wholly or in part, or of which nobody was told; one that met two faults counts twice. */
    public long wasted() {
        return operations.values().stream().mapToLong(Traffic::wasted).sum();
    }

    /** How often each fault took effect, by operation. */
    public Map<FaultKind, SortedMap<String, Long>> byFault() {
        Map<FaultKind, SortedMap<String, Long>> faults = new EnumMap<>(FaultKind.class);
        operations.forEach((name, operation) -> operation.faults().forEach((kind, count) -> {
            if (count > 0) {
                faults.computeIfAbsent(kind, unknown -> new TreeMap<>()).put(name, count);
            }
        }));
        return faults;
    }

    private static long wasted(Operation operation) {
        return operation.faults().entrySet().stream()
                .filter(fault -> isWaste(fault.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static boolean isWaste(FaultKind kind) {
        return switch (kind) {
            case THROTTLE, CONFLICT, ERROR, DROP_RESPONSE, RESET, OUTAGE, HOLD -> true;
            case UNPROCESSED, PARTITION_CAPACITY, TABLE_CAPACITY -> true;
            case LATENCY, DUPLICATE, REORDER, DELAY_DELIVERY, FAIL_DELETE -> false;
        };
    }

    private static Operation difference(OperationStatistics before, OperationStatistics after) {
        Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
        after.injected().forEach((kind, count) -> faults.put(kind, count - before.injected(kind)));
        return new Operation(
                after.requests() - before.requests(),
                after.forwarded() - before.forwarded(),
                faults,
                after.unitsAccepted() - before.unitsAccepted());
    }
}
