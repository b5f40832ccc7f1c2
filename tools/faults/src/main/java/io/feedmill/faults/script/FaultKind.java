package io.feedmill.faults.script;

import static io.feedmill.faults.protocol.Operations.union;

import io.feedmill.faults.protocol.Operations;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** The names of the faults, in scripts and in statistics, and the operations that can have them. */
public enum FaultKind {
    THROTTLE(Fault.Throttle.class, Draw.PER_REQUEST, union(Operations.READS, Operations.WRITES, Operations.MESSAGES)),
    UNPROCESSED(Fault.Unprocessed.class, Draw.PER_REQUEST, Operations.BATCHES),
    PARTITION_CAPACITY(Fault.PartitionCapacity.class, Draw.NONE, Operations.WRITES),
    TABLE_CAPACITY(Fault.TableCapacity.class, Draw.NONE, Operations.WRITES),
    CONFLICT(Fault.Conflict.class, Draw.PER_REQUEST, union(Operations.SINGLE_WRITES, Operations.TRANSACTIONS)),
    DENY(Fault.Deny.class, Draw.PER_REQUEST, union(Operations.READS, Operations.WRITES, Operations.MESSAGES)),
    LATENCY(Fault.Latency.class, Draw.PER_REQUEST, Operations.ALL),
    ERROR(Fault.ServerError.class, Draw.PER_REQUEST, Operations.ALL),
    DROP_RESPONSE(Fault.DropResponse.class, Draw.PER_REQUEST, Operations.ALL),
    RESET(Fault.Reset.class, Draw.PER_REQUEST, Operations.ALL),
    OUTAGE(Fault.Outage.class, Draw.NONE, Operations.ALL),
    HOLD(Fault.Hold.class, Draw.PER_REQUEST, Operations.ALL),
    DUPLICATE(Fault.Duplicate.class, Draw.PER_MESSAGE, Operations.RECEIVES),
    REORDER(Fault.Reorder.class, Draw.PER_MESSAGE, Operations.RECEIVES),
    DELAY_DELIVERY(Fault.DelayDelivery.class, Draw.PER_MESSAGE, Operations.SENDS),
    FAIL_DELETE(Fault.FailDelete.class, Draw.PER_MESSAGE, Operations.DELETES);

    /** The unit of a rule's probability: none, each request, or each message or receipt handle. */
    public enum Draw {
        NONE,
        PER_REQUEST,
        PER_MESSAGE
    }

    private final Class<? extends Fault> type;
    private final Draw draw;

    @SuppressWarnings("ImmutableEnumChecker") // the sets of Operations are unmodifiable
    private final Set<String> operations;

    FaultKind(Class<? extends Fault> type, Draw draw, Set<String> operations) {
        this.type = type;
        this.draw = draw;
        this.operations = operations;
    }

    static FaultKind of(Class<? extends Fault> type) {
        return Arrays.stream(values())
                .filter(kind -> kind.type == type)
                .findFirst()
                .orElseThrow();
    }

    /** The name in scripts, for instance {@code drop-response}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Draw draw() {
        return draw;
    }

    /** The operations that can have the fault. */
    public Set<String> operations() {
        return operations;
    }

    /** Returns whether any request can have the fault, including requests to other services than DynamoDB and SQS. */
    public boolean suitsAny() {
        return operations.equals(Operations.ALL);
    }

    /** Returns whether a request that has the fault fails, wholly or in part, or is not answered. */
    public boolean wastesRequests() {
        return draw != Draw.PER_MESSAGE && this != LATENCY;
    }

    Class<? extends Fault> type() {
        return type;
    }
}
