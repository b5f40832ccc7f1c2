package io.feedmill.faults.verdict;

import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.verdict.Verdict.Units;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A verdict while rules are still heard. The first rule to end the request wins, and so does the first to take the answer. */
final class Draft {
    private final Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
    private final Map<FaultKind, Integer> onTheWay = new EnumMap<>(FaultKind.class);
    private final Set<Integer> items = new TreeSet<>();
    private final Set<Integer> failedDeletes = new TreeSet<>();
    private final Set<Integer> ignoredDeletes = new TreeSet<>();
    private final Map<Integer, Integer> delays = new TreeMap<>();
    private Duration latency = Duration.ZERO;
    private @Nullable Action end;
    private Ending ending = new Ending.Deliver();
    private Units units = Units.NONE;

    void delay(FaultKind kind, Duration time) {
        latency = latency.plus(time);
        injected.merge(kind, 1, Integer::sum);
    }

    void end(FaultKind kind, Action action) {
        if (end == null) {
            end = action;
            injected.merge(kind, 1, Integer::sum);
        }
    }

    boolean isEnded() {
        return end != null;
    }

    void ending(FaultKind kind, Ending wanted) {
        if (ending instanceof Ending.Deliver) {
            ending = wanted;
            onTheWay.merge(kind, 1, Integer::sum);
        }
    }

    /** Leaves items of a batch out. */
    void leaveOut(FaultKind kind, Set<Integer> left) {
        if (items.addAll(left)) {
            onTheWay.merge(kind, 1, Integer::sum);
        }
    }

    Set<Integer> leftOut() {
        return items;
    }

    void failDelete(int entry, boolean silently) {
        if (!failedDeletes.contains(entry) && !ignoredDeletes.contains(entry)) {
            (silently ? ignoredDeletes : failedDeletes).add(entry);
            onTheWay.merge(FaultKind.FAIL_DELETE, 1, Integer::sum);
        }
    }

    void delaySend(int entry, int seconds) {
        if (delays.put(entry, Math.max(seconds, delays.getOrDefault(entry, 0))) == null) {
            onTheWay.merge(FaultKind.DELAY_DELIVERY, 1, Integer::sum);
        }
    }

    void count(Units counted) {
        units = counted;
    }

    Verdict verdict() {
        if (end == null) {
            onTheWay.forEach((kind, times) -> injected.merge(kind, times, Integer::sum));
        }
        return new Verdict(
                latency, end == null ? new Action.Forward(edit(), ending) : end, Map.copyOf(injected), units);
    }

    /** A request is of one kind, so one of them at most has something. */
    private Edit edit() {
        if (!items.isEmpty()) {
            return new Edit.WithoutItems(Set.copyOf(items));
        }
        if (!failedDeletes.isEmpty() || !ignoredDeletes.isEmpty()) {
            return new Edit.WithoutDeletes(Set.copyOf(failedDeletes), Set.copyOf(ignoredDeletes));
        }
        return delays.isEmpty() ? new Edit.None() : new Edit.DelayedSends(Map.copyOf(delays));
    }
}
