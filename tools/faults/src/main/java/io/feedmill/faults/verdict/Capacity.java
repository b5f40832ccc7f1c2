package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The token buckets of one rule. Not thread-safe. */
final class Capacity {
    private final ArmedRule rule;
    private final ThrottlingError error;
    private final Limit limit;
    private final Function<ItemWrite, String> name;
    private final Buckets buckets;

    private Capacity(
            ArmedRule rule, ThrottlingError error, Limit limit, Function<ItemWrite, String> name, Buckets buckets) {
        this.rule = rule;
        this.error = error;
        this.limit = limit;
        this.name = name;
        this.buckets = buckets;
    }

    /** The capacity that the rule sets, if it is such a rule. */
    static Optional<Capacity> of(ArmedRule rule) {
        return switch (rule.fault()) {
            case Fault.PartitionCapacity f ->
                Optional.of(new Capacity(
                        rule,
                        f.error(),
                        Limit.KEY_RANGE,
                        write -> write.table() + '/' + write.partition(),
                        new Buckets(f.rate())));
            case Fault.TableCapacity f ->
                Optional.of(new Capacity(rule, f.error(), limitOf(f.error()), ItemWrite::table, new Buckets(f.rate())));
            default -> Optional.empty();
        };
    }

    private static Limit limitOf(ThrottlingError error) {
        return switch (error) {
            case PROVISIONED -> Limit.PROVISIONED_THROUGHPUT;
            case ON_DEMAND -> Limit.MAX_ON_DEMAND;
        };
    }

    FaultKind kind() {
        return rule.fault().kind();
    }

    ThrottlingError error() {
        return error;
    }

    Limit limit() {
        return limit;
    }

    boolean concerns(ApiCall call, Duration time) {
        return rule.concerns(call, time);
    }

    /** Takes the write's units, or nothing; a write to a table that the rule is not about costs nothing. */
    boolean take(ItemWrite write, long now) {
        return !isAbout(write) || bucket(write, now).take(write.units(), now);
    }

    void giveBack(ItemWrite write, long now) {
        if (isAbout(write)) {
            bucket(write, now).giveBack(write.units());
        }
    }

    boolean isAbout(ItemWrite write) {
        return rule.rule().scope().coversTable(write.table());
    }

    private TokenBucket bucket(ItemWrite write, long now) {
        return buckets.get(name.apply(write), now);
    }
}
