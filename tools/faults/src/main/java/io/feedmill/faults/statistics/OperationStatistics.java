package io.feedmill.faults.statistics;

import io.feedmill.faults.script.FaultKind;
import java.util.Map;

/**
 * What happened to the requests of one operation.
 *
 * @param forwarded requests that were sent to the target
 * @param injected how often each fault took effect: by requests, or by messages where the fault is one of messages
 * @param unitsAccepted write units for which capacity was there; counted only while a rule sets one
 * @param unitsRefused write units for which there was none
 */
public record OperationStatistics(
        long requests, long forwarded, Map<FaultKind, Long> injected, long unitsAccepted, long unitsRefused) {
    static final OperationStatistics NONE = new OperationStatistics(0, 0, Map.of(), 0, 0);

    public long injected(FaultKind kind) {
        return injected.getOrDefault(kind, 0L);
    }
}
