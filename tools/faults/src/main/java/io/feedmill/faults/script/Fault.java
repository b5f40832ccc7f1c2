package io.feedmill.faults.script;

import static io.feedmill.faults.script.Rule.require;
import static io.feedmill.faults.script.Rule.requireProbability;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.feedmill.faults.protocol.DenialError;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import java.time.Duration;

/** A fault that a rule injects. {@code tools/faults/README.md} describes each fault and its fields in scripts. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fault")
public sealed interface Fault {

    default FaultKind kind() {
        return FaultKind.of(getClass());
    }

    /** Refuses the request, which has no effect. A transaction is cancelled with the reason; SQS answers {@code RequestThrottled}. */
    record Throttle(ThrottlingError error, Limit limit) implements Fault {}

    /** Leaves items of a batch unprocessed, each with the probability {@code share}. A batch without any processed item is throttled. */
    record Unprocessed(double share) implements Fault {
        public Unprocessed {
            requireProbability("share", share);
        }
    }

    /** Token buckets of write units. A bucket holds {@code burst} units and starts full. */
    sealed interface Capacity extends Fault {
        double unitsPerSecond();

        double burst();

        ThrottlingError error();

        /** The limit that a refused write exceeds. */
        Limit limit();
    }

    /** A token bucket for each partition key. */
    record PartitionCapacity(double unitsPerSecond, double burst, ThrottlingError error) implements Capacity {
        public PartitionCapacity {
            requireRate(unitsPerSecond, burst);
        }

        @Override
        public Limit limit() {
            return Limit.KEY_RANGE;
        }
    }

    /** A token bucket for each table. */
    record TableCapacity(double unitsPerSecond, double burst, ThrottlingError error) implements Capacity {
        public TableCapacity {
            requireRate(unitsPerSecond, burst);
        }

        @Override
        public Limit limit() {
            return error == ThrottlingError.PROVISIONED ? Limit.PROVISIONED_THROUGHPUT : Limit.MAX_ON_DEMAND;
        }
    }

    /** Another transaction has the item: {@code TransactionConflictException}, or a cancelled transaction. */
    record Conflict() implements Fault {}

    /** Refuses the request for good, for instance because the caller's credentials have expired. */
    record Deny(DenialError error) implements Fault {}

    /** The request waits before it is forwarded. */
    record Latency(Distribution time) implements Fault {}

    /** The answer is status 500 or 503. If {@code applied}, the request is carried out first. */
    record ServerError(int status, boolean applied) implements Fault {
        public ServerError {
            require(status == 500 || status == 503, "\"status\" must be 500 or 503");
        }
    }

    /** The request is carried out, then the connection is closed without an answer. */
    record DropResponse() implements Fault {}

    /** The connection is reset (TCP RST). The request has no effect. */
    record Reset() implements Fault {}

    /** Every connection is reset, new ones too. Requests under way get no answer. */
    record Outage() implements Fault {}

    /** The request waits, then its connection is closed. It is never carried out. */
    record Hold(Duration time) implements Fault {}

    /** A received message is delivered again, 1 to {@code copies} times, each {@code after} the delivery before it. */
    record Duplicate(int copies, Distribution after) implements Fault {
        public Duplicate {
            require(copies >= 1 && copies <= 100, "\"copies\" must be 1 to 100");
        }
    }

    /** A received message is delivered later, so that others overtake it. Keep the time below the visibility timeout. */
    record Reorder(Distribution time) implements Fault {}

    /** A sent message becomes visible later: in whole seconds, rounded up, at most 15 minutes. */
    record DelayDelivery(Distribution time) implements Fault {}

    /** A message is not deleted and is delivered again. If {@code silently}, the answer says that it is deleted. */
    record FailDelete(boolean silently) implements Fault {}

    private static void requireRate(double unitsPerSecond, double burst) {
        require(unitsPerSecond > 0, "\"unitsPerSecond\" must be more than 0");
        require(burst > 0, "\"burst\" must be more than 0");
    }
}
