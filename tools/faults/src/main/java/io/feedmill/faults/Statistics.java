package io.feedmill.faults;

import io.feedmill.faults.decision.Decision;
import io.feedmill.faults.script.FaultKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The activity of a proxy since its start.
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

    /** The requests of one operation, those sent to the target, the faults that took effect, by requests or messages, and the write units of capacity rules. */
    public record OperationStatistics(
            long requests, long forwarded, Map<FaultKind, Long> injected, long unitsAccepted, long unitsRefused) {
        static final OperationStatistics NONE = new OperationStatistics(0, 0, Map.of(), 0, 0);

        public long injected(FaultKind kind) {
            return injected.getOrDefault(kind, 0L);
        }

        OperationStatistics plus(OperationStatistics other) {
            return combine(other, 1);
        }

        OperationStatistics minus(OperationStatistics other) {
            return combine(other, -1);
        }

        private OperationStatistics combine(OperationStatistics other, int sign) {
            Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
            faults.putAll(injected);
            other.injected.forEach((kind, times) -> faults.merge(kind, sign * times, Long::sum));
            return new OperationStatistics(
                    requests + sign * other.requests,
                    forwarded + sign * other.forwarded,
                    Collections.unmodifiableMap(faults),
                    unitsAccepted + sign * other.unitsAccepted,
                    unitsRefused + sign * other.unitsRefused);
        }
    }

    /** Returns the activity since an earlier moment; the highest receive count is that of all time. */
    public Statistics since(Statistics earlier) {
        SortedMap<String, OperationStatistics> since = new TreeMap<>(operations);
        since.replaceAll((name, now) -> now.minus(earlier.operation(name)));
        return new Statistics(
                since,
                connectionsReset - earlier.connectionsReset,
                unanswered - earlier.unanswered,
                highestReceiveCount);
    }

    /** The statistics of one operation, all zero if no client has called it. */
    public OperationStatistics operation(String name) {
        return operations.getOrDefault(name, OperationStatistics.NONE);
    }

    /** Returns the number of times that a fault took effect, over all operations. */
    public long injected(FaultKind kind) {
        return operations.values().stream()
                .mapToLong(operation -> operation.injected(kind))
                .sum();
    }

    public long requests() {
        return operations.values().stream()
                .mapToLong(OperationStatistics::requests)
                .sum();
    }

    /** Returns the requests that failed, wholly or in part, or were not answered; one that met two faults counts twice. */
    public long wasted() {
        return Stream.of(FaultKind.values())
                .filter(FaultKind::wastesRequests)
                .mapToLong(this::injected)
                .sum();
    }

    /** Returns the number of injections of each fault that took effect, by operation. */
    public Map<FaultKind, SortedMap<String, Long>> byFault() {
        Map<FaultKind, SortedMap<String, Long>> faults = new EnumMap<>(FaultKind.class);
        operations.forEach((name, operation) -> operation.injected().forEach((kind, count) -> {
            if (count > 0) {
                faults.computeIfAbsent(kind, first -> new TreeMap<>()).put(name, count);
            }
        }));
        return faults;
    }

    /** Counts for statistics. Thread-safe. */
    static final class Tally {
        private final Map<String, OperationStatistics> operations = new ConcurrentHashMap<>();
        private final AtomicLong connectionsReset = new AtomicLong();
        private final AtomicLong unanswered = new AtomicLong();
        private final AtomicLong highestReceiveCount = new AtomicLong();

        void request(String operation, Decision decision) {
            Map<FaultKind, Long> times = decision.injected().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, fault -> fault.getValue().longValue()));
            Decision.Units units = decision.units();
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
}
