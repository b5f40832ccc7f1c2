package io.feedmill.faults;

import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.decision.Decision.Units;
import io.feedmill.faults.script.FaultKind;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Counts for {@link Statistics}. Thread-safe. */
final class Tally {
    private final Map<String, OperationStatistics> operations = new ConcurrentHashMap<>();
    private final AtomicLong connectionsReset = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong highestReceiveCount = new AtomicLong();

    void request(String operation, Map<FaultKind, Integer> injected, Units units) {
        Map<FaultKind, Long> times = injected.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, fault -> fault.getValue().longValue()));
        add(operation, new OperationStatistics(1, 0, times, units.accepted(), units.refused()));
    }

    void forwarded(String operation) {
        add(operation, new OperationStatistics(0, 1, Map.of(), 0, 0));
    }

    void injected(String operation, FaultKind kind, int times) {
        if (times > 0) {
            add(operation, new OperationStatistics(0, 0, Map.of(kind, (long) times), 0, 0));
        }
    }

    void connectionReset() {
        connectionsReset.incrementAndGet();
    }

    void unanswered() {
        unanswered.incrementAndGet();
    }

    /** Records the receive count of a message that the target delivered. */
    void received(int receiveCount) {
        highestReceiveCount.accumulateAndGet(receiveCount, Math::max);
    }

    Statistics snapshot() {
        return new Statistics(
                new TreeMap<>(operations), connectionsReset.get(), unanswered.get(), highestReceiveCount.get());
    }

    private void add(String operation, OperationStatistics delta) {
        operations.merge(operation, delta, OperationStatistics::plus);
    }
}
