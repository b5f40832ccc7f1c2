package io.feedmill.faults;

import io.feedmill.faults.script.FaultKind;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a proxy has done since its start.
 *
 * @param operations by name, those that clients have called
 * @param connectionsReset new connections that were reset in an outage
 * @param unanswered requests that the target did not answer
 * @param highestReceiveCount of the messages that the target delivered, without injected copies; 0 if no receiver asked for the counts
 */
public record Statistics(
        SortedMap<String, OperationStatistics> operations,
        long connectionsReset,
        long unanswered,
        long highestReceiveCount) {

    public Statistics {
        operations = Collections.unmodifiableSortedMap(new TreeMap<>(operations));
    }

    /**
     * The requests of one operation.
     *
     * @param forwarded requests that were sent to the target
     * @param injected how often each fault took effect: by requests, or by messages for faults of messages
     * @param unitsAccepted write units that capacity rules accepted
     * @param unitsRefused write units that capacity rules refused
     */
    public record OperationStatistics(
            long requests, long forwarded, Map<FaultKind, Long> injected, long unitsAccepted, long unitsRefused) {
        static final OperationStatistics NONE = new OperationStatistics(0, 0, Map.of(), 0, 0);

        public long injected(FaultKind kind) {
            return injected.getOrDefault(kind, 0L);
        }

        OperationStatistics plus(OperationStatistics other) {
            return new OperationStatistics(
                    requests + other.requests,
                    forwarded + other.forwarded,
                    sum(List.of(this, other)),
                    unitsAccepted + other.unitsAccepted,
                    unitsRefused + other.unitsRefused);
        }

        private static Map<FaultKind, Long> sum(Collection<OperationStatistics> all) {
            Map<FaultKind, Long> sum = new EnumMap<>(FaultKind.class);
            all.forEach(each -> each.injected.forEach((kind, times) -> sum.merge(kind, times, Long::sum)));
            return Collections.unmodifiableMap(sum);
        }
    }

    /** The statistics of one operation, all zero if no client has called it. */
    public OperationStatistics operation(String name) {
        return operations.getOrDefault(name, OperationStatistics.NONE);
    }

    public long requests() {
        return operations.values().stream()
                .mapToLong(OperationStatistics::requests)
                .sum();
    }

    /** How often a fault took effect, over all operations. */
    public long injected(FaultKind kind) {
        return operations.values().stream()
                .mapToLong(operation -> operation.injected(kind))
                .sum();
    }

    /** How often each fault took effect, over all operations. */
    public Map<FaultKind, Long> injected() {
        return OperationStatistics.sum(operations.values());
    }
}
