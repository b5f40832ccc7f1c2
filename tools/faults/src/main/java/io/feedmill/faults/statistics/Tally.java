package io.feedmill.faults.statistics;

import io.feedmill.faults.script.FaultKind;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts. Thread-safe. */
public final class Tally {
    private final Map<String, Counts> operations = new ConcurrentHashMap<>();
    private final LongAdder connectionsReset = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private final LongAccumulator highestReceiveCount = new LongAccumulator(Math::max, 0);

    private static final class Counts {
        private final LongAdder requests = new LongAdder();
        private final LongAdder forwarded = new LongAdder();
        private final Map<FaultKind, LongAdder> injected = new ConcurrentHashMap<>();
        private final LongAdder unitsAccepted = new LongAdder();
        private final LongAdder unitsRefused = new LongAdder();

        private OperationStatistics snapshot() {
            Map<FaultKind, Long> kinds = new EnumMap<>(FaultKind.class);
            injected.forEach((kind, count) -> kinds.put(kind, count.sum()));
            return new OperationStatistics(
                    requests.sum(),
                    forwarded.sum(),
                    Collections.unmodifiableMap(kinds),
                    unitsAccepted.sum(),
                    unitsRefused.sum());
        }
    }

    public void request(String operation) {
        counts(operation).requests.increment();
    }

    public void forwarded(String operation) {
        counts(operation).forwarded.increment();
    }

    public void connectionReset() {
        connectionsReset.increment();
    }

    public void unanswered() {
        unanswered.increment();
    }

    /** The target delivered a message, for the so many-th time. */
    public void received(int receiveCount) {
        highestReceiveCount.accumulate(receiveCount);
    }

    public void injected(String operation, FaultKind kind, int times) {
        if (times > 0) {
            counts(operation)
                    .injected
                    .computeIfAbsent(kind, unknown -> new LongAdder())
                    .add(times);
        }
    }

    public void units(String operation, long accepted, long refused) {
        counts(operation).unitsAccepted.add(accepted);
        counts(operation).unitsRefused.add(refused);
    }

    public Statistics snapshot() {
        SortedMap<String, OperationStatistics> all = new TreeMap<>();
        operations.forEach((name, counts) -> all.put(name, counts.snapshot()));
        return new Statistics(
                Collections.unmodifiableSortedMap(all),
                connectionsReset.sum(),
                unanswered.sum(),
                highestReceiveCount.get());
    }

    static Map<FaultKind, Long> sum(Collection<OperationStatistics> operations) {
        Map<FaultKind, Long> sum = new EnumMap<>(FaultKind.class);
        operations.forEach(each -> each.injected().forEach((kind, count) -> sum.merge(kind, count, Long::sum)));
        return sum;
    }

    private Counts counts(String operation) {
        return operations.computeIfAbsent(operation, unknown -> new Counts());
    }
}
