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
        return switch (this) {
            case LATENCY, ERROR, DROP_RESPONSE, RESET, OUTAGE, HOLD -> true;
            case THROTTLE, UNPROCESSED, PARTITION_CAPACITY, TABLE_CAPACITY, CONFLICT -> false;
            case DUPLICATE, REORDER, DELAY_DELIVERY, FAIL_DELETE -> false;
        };
    }

    /** Whether it is certain in its window: no chance is drawn. */
    public boolean isCertain() {
        return switch (this) {
            case PARTITION_CAPACITY, TABLE_CAPACITY, OUTAGE -> true;
            case THROTTLE, UNPROCESSED, CONFLICT, LATENCY, ERROR, DROP_RESPONSE, RESET, HOLD -> false;
            case DUPLICATE, REORDER, DELAY_DELIVERY, FAIL_DELETE -> false;
        };
    }

    /** Whether its chance is drawn for each message or receipt, and not for the request. */
    public boolean isOfMessages() {
        return switch (this) {
            case DUPLICATE, REORDER, DELAY_DELIVERY, FAIL_DELETE -> true;
            case PARTITION_CAPACITY, TABLE_CAPACITY, OUTAGE -> false;
            case THROTTLE, UNPROCESSED, CONFLICT, LATENCY, ERROR, DROP_RESPONSE, RESET, HOLD -> false;
        };
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(FaultKind::text).toList();
    }

    static Optional<FaultKind> of(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }
}
