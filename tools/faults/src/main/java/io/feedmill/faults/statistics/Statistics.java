package io.feedmill.faults.statistics;

import io.feedmill.faults.script.FaultKind;
import java.util.Map;
import java.util.SortedMap;

/**
 * What a proxy has done since it started.
 *
 * @param operations by name, those that were asked for
 * @param connectionsReset connections that were reset as they came, in an outage
 * @param unanswered requests that the target did not answer
 * @param highestReceiveCount of a message that the target delivered, copies of ours not counted; 0 where no receiver asked for the counts
 */
public record Statistics(
        SortedMap<String, OperationStatistics> operations,
        long connectionsReset,
        long unanswered,
        long highestReceiveCount) {

    /** The operation's, all zero if it was never asked for. */
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

    /** How often each fault took effect. */
    public Map<FaultKind, Long> injected() {
        return Tally.sum(operations.values());
    }
}
