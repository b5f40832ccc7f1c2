package io.feedmill.faults.script;

import io.feedmill.faults.protocol.Operations;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The names of the faults, in scripts and in statistics, and the operations that can have them. */
public enum FaultKind {
    THROTTLE,
    UNPROCESSED,
    PARTITION_CAPACITY,
    TABLE_CAPACITY,
    CONFLICT,
    LATENCY,
    ERROR,
    DROP_RESPONSE,
    RESET,
    OUTAGE,
    HOLD,
    DUPLICATE,
    REORDER,
    DELAY_DELIVERY,
    FAIL_DELETE;

    /** What is drawn for. */
    public enum Chance {
        /** Nothing: the fault is certain in its window. */
        NONE,
        OF_A_REQUEST,
        /** A message that is sent or received, or a receipt. */
        OF_A_MESSAGE
    }

    private static final Set<String> THROTTLED =
            Operations.union(Operations.READS, Operations.WRITES, Operations.MESSAGES);
    private static final Set<String> CONFLICTING = Operations.union(Operations.SINGLE_WRITES, Operations.TRANSACTIONS);

    /** As scripts write it: {@code drop-response}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The operations that can have it. */
    public Set<String> operations() {
        return switch (this) {
            case THROTTLE -> THROTTLED;
            case UNPROCESSED -> Operations.BATCHES;
            case PARTITION_CAPACITY, TABLE_CAPACITY -> Operations.WRITES;
            case CONFLICT -> CONFLICTING;
            case LATENCY, ERROR, DROP_RESPONSE, RESET, OUTAGE, HOLD -> Operations.ALL;
            case DUPLICATE, REORDER -> Operations.RECEIVES;
            case DELAY_DELIVERY -> Operations.SENDS;
            case FAIL_DELETE -> Operations.DELETES;
        };
    }

    /** Whether it suits any request, even one that is none of DynamoDB or SQS. */
    public boolean suitsAny() {
        return operations().equals(Operations.ALL);
    }

    /** What its rule's probability is the chance of. */
    public Chance chance() {
        return switch (this) {
            case PARTITION_CAPACITY, TABLE_CAPACITY, OUTAGE -> Chance.NONE;
            case THROTTLE, UNPROCESSED, CONFLICT, LATENCY, ERROR, DROP_RESPONSE, RESET, HOLD -> Chance.OF_A_REQUEST;
            case DUPLICATE, REORDER, DELAY_DELIVERY, FAIL_DELETE -> Chance.OF_A_MESSAGE;
        };
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(FaultKind::text).toList();
    }

    static Optional<FaultKind> of(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }
}
