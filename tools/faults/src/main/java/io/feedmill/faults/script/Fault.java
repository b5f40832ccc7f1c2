package io.feedmill.faults.script;

import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.ThrottlingError;
import java.time.Duration;

/** What a rule injects. Each is described, with its fields in scripts, in {@code docs/faults.md}. */
public sealed interface Fault {
    FaultKind kind();

    /** Refuses the request, and nothing of it happens; a transaction is cancelled with the reason, an SQS call is {@code RequestThrottled}. */
    record Throttle(ThrottlingError error, Limit limit) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.THROTTLE;
        }
    }

    /** Leaves items of a batch unprocessed, each with the chance {@code share}; where none is left, the batch is throttled. */
    record Unprocessed(double share) implements Fault {
        public Unprocessed {
            Checks.chance("share", share);
        }

        @Override
        public FaultKind kind() {
            return FaultKind.UNPROCESSED;
        }
    }

    /** Gives each partition key a token bucket of write units. */
    record PartitionCapacity(Rate rate, ThrottlingError error) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.PARTITION_CAPACITY;
        }
    }

    /** Gives each table a token bucket of write units. */
    record TableCapacity(Rate rate, ThrottlingError error) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.TABLE_CAPACITY;
        }
    }

    /** Another transaction has an item: {@code TransactionConflictException}, or a cancelled transaction. */
    record Conflict() implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.CONFLICT;
        }
    }

    /** The request waits before it is forwarded. */
    record Latency(Distribution time) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.LATENCY;
        }
    }

    /**
     * The answer is an error of the service's.
     *
     * @param status 500 or 503
     * @param applied whether the request is carried out all the same
     */
    record ServerError(int status, boolean applied) implements Fault {
        public ServerError {
            Checks.require(status == 500 || status == 503, "\"status\" must be 500 or 503");
        }

        @Override
        public FaultKind kind() {
            return FaultKind.ERROR;
        }
    }

    /** The request is carried out, then the connection ends without an answer. */
    record DropResponse() implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.DROP_RESPONSE;
        }
    }

    /** The connection is reset (TCP RST), and nothing of the request happens. */
    record Reset() implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.RESET;
        }
    }

    /** Nobody is there: every connection is reset, new ones as well, and what is under way gets no answer. */
    record Outage() implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.OUTAGE;
        }
    }

    /** The request waits, then its connection ends; it is never carried out. */
    record Hold(Duration time) implements Fault {
        public Hold {
            Checks.notNegative("time", time);
        }

        @Override
        public FaultKind kind() {
            return FaultKind.HOLD;
        }
    }

    /**
     * A message that was received comes again.
     *
     * @param copies how often at most; how often is drawn from 1
     * @param after how long after the delivery before it
     */
    record Duplicate(int copies, Distribution after) implements Fault {
        public Duplicate {
            Checks.require(copies >= 1 && copies <= 100, "\"copies\" must be 1 to 100");
        }

        @Override
        public FaultKind kind() {
            return FaultKind.DUPLICATE;
        }
    }

    /** A message that was received is kept back for a while, and others overtake it; a lasting one outlives its visibility timeout. */
    record Reorder(Distribution time) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.REORDER;
        }
    }

    /** A message that is sent becomes visible later, by whole seconds, rounded up, at most 15 minutes. */
    record DelayDelivery(Distribution time) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.DELAY_DELIVERY;
        }
    }

    /**
     * A message is not deleted, and so comes again.
     *
     * @param silently whether the answer says that it was deleted
     */
    record FailDelete(boolean silently) implements Fault {
        @Override
        public FaultKind kind() {
            return FaultKind.FAIL_DELETE;
        }
    }
}
