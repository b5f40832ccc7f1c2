package io.feedmill.faults.decision;

import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.script.FaultKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What happens to a request.
 *
 * @param latency how long the request waits first
 * @param injected how often each fault takes effect: once a request, or once a message for faults of messages
 */
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

    /** How the forwarded request differs from the client's. Items and entries are numbered from 0, in the order of the request. */
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

    /** What the client of a forwarded request gets. */
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

    /**
     * What happens to a received message.
     *
     * @param delay how long it is kept back
     * @param copies when it is delivered again, each counted from now
     */
    public record OfMessage(Duration delay, List<Duration> copies) {
        static final OfMessage DELIVER = new OfMessage(Duration.ZERO, List.of());

        public boolean isDelayed() {
            return delay.isPositive();
        }
    }
}
