package io.feedmill.faults.decision;

import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.decision.Decision.Response;
import io.feedmill.faults.decision.Decision.Units;
import io.feedmill.faults.script.FaultKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects the effects of rules. The first rule that ends the request wins, and so does the first one that takes its response. */
final class DecisionBuilder {
    private final Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
    /** Effects that count only if the request is forwarded. */
    private final Map<FaultKind, Integer> injectedIfForwarded = new EnumMap<>(FaultKind.class);

    private final Set<Integer> withoutItems = new HashSet<>();
    /** By entry; the value says whether the delete fails silently. */
    private final Map<Integer, Boolean> failedDeletes = new TreeMap<>();

    private final Map<Integer, Integer> delays = new TreeMap<>();
    private Duration latency = Duration.ZERO;
    private @Nullable Action end;
    private Response response = new Response.Deliver();
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

    void respond(FaultKind kind, Response other) {
        if (response instanceof Response.Deliver) {
            response = other;
            injectedIfForwarded.merge(kind, 1, Integer::sum);
        }
    }

    void removeItems(FaultKind kind, Set<Integer> items) {
        if (withoutItems.addAll(items)) {
            injectedIfForwarded.merge(kind, 1, Integer::sum);
        }
    }

    Set<Integer> removedItems() {
        return withoutItems;
    }

    void failDelete(int entry, boolean silently) {
        if (failedDeletes.putIfAbsent(entry, silently) == null) {
            injectedIfForwarded.merge(FaultKind.FAIL_DELETE, 1, Integer::sum);
        }
    }

    void delaySend(int entry, int seconds) {
        if (delays.put(entry, Math.max(seconds, delays.getOrDefault(entry, 0))) == null) {
            injectedIfForwarded.merge(FaultKind.DELAY_DELIVERY, 1, Integer::sum);
        }
    }

    void count(Units counted) {
        units = counted;
    }

    Decision build() {
        if (end == null) {
            injectedIfForwarded.forEach((kind, times) -> injected.merge(kind, times, Integer::sum));
        }
        Action action = end == null ? new Action.Forward(edit(), response) : end;
        return new Decision(latency, action, Map.copyOf(injected), units);
    }

    /** A request is of one kind, so at most one edit applies. */
    private Edit edit() {
        if (!withoutItems.isEmpty()) {
            return new Edit.WithoutItems(Set.copyOf(withoutItems));
        }
        if (!failedDeletes.isEmpty()) {
            Set<Integer> failed = new HashSet<>(failedDeletes.keySet());
            Set<Integer> ignored = new HashSet<>(failedDeletes.keySet());
            failed.removeIf(failedDeletes::get);
            ignored.removeAll(failed);
            return new Edit.WithoutDeletes(Set.copyOf(failed), Set.copyOf(ignored));
        }
        return delays.isEmpty() ? new Edit.None() : new Edit.DelayedSends(Map.copyOf(delays));
    }
}
