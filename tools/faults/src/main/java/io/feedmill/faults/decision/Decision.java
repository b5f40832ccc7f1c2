package io.feedmill.faults.decision;

import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.script.FaultKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The treatment of a request after a latency. Each injected fault has the number of requests, or of messages, that get it. */
public record Decision(Duration latency, Action action, Map<FaultKind, Integer> injected, Units units) {

    public sealed interface Action {
        /** Sends the request to the target as the edit says, and treats its response. */
        record Forward(Edit edit, Response response) implements Action {}

        /** Answers with the error. */
        record Refuse(AwsError error) implements Action {}

        /** Resets the connection. */
        record Reset() implements Action {}

        /** Closes the connection after the time. */
        record Hold(Duration time) implements Action {}
    }

    /** The changes to the forwarded request. Items and entries are numbered from 0, in the order of the request. */
    public sealed interface Edit {
        record None() implements Edit {}

        /** Removes items of a batch, which the answer then lists as unprocessed. */
        record WithoutItems(Set<Integer> items) implements Edit {}

        /** Removes deletes of messages. The answer reports those that {@code failed}, but not the {@code ignored} ones. */
        record WithoutDeletes(Set<Integer> failed, Set<Integer> ignored) implements Edit {
            public static final WithoutDeletes NONE = new WithoutDeletes(Set.of(), Set.of());
        }

        /** Delays sent messages: seconds by entry. */
        record DelayedSends(Map<Integer, Integer> seconds) implements Edit {}
    }

    /** The response to the client of a forwarded request. */
    public sealed interface Response {
        /** The target's answer. */
        record Deliver() implements Response {}

        /** The end of its connection. */
        record Drop() implements Response {}

        /** The error. */
        record Fail(AwsError error) implements Response {}
    }

    /** Write units that capacity rules accepted and refused. */
    public record Units(long accepted, long refused) {
        static final Units NONE = new Units(0, 0);
    }

    /** The treatment of a received message: how long it is kept back, and when it is delivered again, each counted from now. */
    public record OfMessage(Duration delay, List<Duration> copies) {
        static final OfMessage DELIVER = new OfMessage(Duration.ZERO, List.of());

        public boolean isDelayed() {
            return delay.isPositive();
        }
    }

    /** Collects the effects of rules. The first rule that ends the request wins, and so does the first one that takes its response. */
    static final class Builder {
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
}
