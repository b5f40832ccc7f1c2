package io.feedmill.faults.verdict;

import io.feedmill.faults.script.FaultKind;
import java.time.Duration;
import java.util.Map;

/**
 * What becomes of a request.
 *
 * @param latency how long it waits first
 * @param injected how often each fault takes effect: once a request, or once a message where the fault is one of messages
 */
public record Verdict(Duration latency, Action action, Map<FaultKind, Integer> injected, Units units) {
    /** Write units that capacities counted; none where no rule has one. */
    public record Units(long accepted, long refused) {
        static final Units NONE = new Units(0, 0);
    }
}
