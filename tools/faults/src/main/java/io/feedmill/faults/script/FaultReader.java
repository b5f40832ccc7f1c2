package io.feedmill.faults.script;

import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.ThrottlingError;
import java.time.Duration;

/** Reads what is particular to a fault out of the fields of its rule. */
final class FaultReader {
    private static final double PARTITION_UNITS = 1_000;
    private static final Distribution SOON = new Distribution.Fixed(Duration.ofSeconds(1));

    private FaultReader() {}

    static Fault read(FaultKind kind, Fields fields) {
        return switch (kind) {
            case THROTTLE -> new Fault.Throttle(error(fields), fields.choice("limit", Limit.class, Limit::text));
            case UNPROCESSED -> new Fault.Unprocessed(fields.number("share").orElse(0.5));
            case PARTITION_CAPACITY -> new Fault.PartitionCapacity(rate(fields, PARTITION_UNITS), error(fields));
            case TABLE_CAPACITY -> new Fault.TableCapacity(tableRate(fields), error(fields));
            case CONFLICT -> new Fault.Conflict();
            case LATENCY -> new Fault.Latency(fields.required("time", fields.distribution("time")));
            case ERROR -> serverError(fields);
            case DROP_RESPONSE -> new Fault.DropResponse();
            case RESET -> new Fault.Reset();
            case OUTAGE -> new Fault.Outage();
            case HOLD -> new Fault.Hold(fields.required("time", fields.duration("time")));
            case DUPLICATE -> duplicate(fields);
            case REORDER -> new Fault.Reorder(fields.distribution("time").orElse(SOON));
            case DELAY_DELIVERY -> new Fault.DelayDelivery(fields.required("time", fields.distribution("time")));
            case FAIL_DELETE -> new Fault.FailDelete(fields.flag("silently").orElse(false));
        };
    }

    private static ThrottlingError error(Fields fields) {
        return fields.choice("error", ThrottlingError.class, ThrottlingError::code);
    }

    private static Rate tableRate(Fields fields) {
        return rate(fields, fields.required("unitsPerSecond", fields.number("unitsPerSecond")));
    }

    private static Rate rate(Fields fields, double byDefault) {
        double unitsPerSecond = fields.number("unitsPerSecond").orElse(byDefault);
        return new Rate(unitsPerSecond, fields.number("burst").orElse(unitsPerSecond));
    }

    private static Fault serverError(Fields fields) {
        return new Fault.ServerError(
                fields.integer("status").orElse(500), fields.flag("applied").orElse(false));
    }

    private static Fault duplicate(Fields fields) {
        return new Fault.Duplicate(
                fields.integer("copies").orElse(1), fields.distribution("after").orElse(SOON));
    }
}
