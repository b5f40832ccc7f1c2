package io.feedmill.faults.decision;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A rule with its own random generator and token buckets, so that no rule changes another one's draws. Not thread-safe. */
record ActiveRule(Rule rule, RandomGenerator random, TokenBuckets buckets) {

    static ActiveRule of(Rule rule, RandomGenerator random) {
        TokenBuckets buckets = rule.fault() instanceof Fault.Capacity capacity
                ? new TokenBuckets(capacity.unitsPerSecond(), capacity.burst())
                : new TokenBuckets(0, 0);
        return new ActiveRule(rule, random, buckets);
    }

    FaultKind kind() {
        return rule.fault().kind();
    }

    /** Returns whether the rule applies to the request at this time. Draws nothing. */
    boolean appliesTo(ApiCall call, Duration time) {
        return suits(call) && rule.window().contains(time) && rule.scope().includes(call);
    }

    /** Returns whether such a request can have the fault. */
    boolean suits(ApiCall call) {
        return kind().suitsAny() || kind().operations().contains(call.operation());
    }

    /** Returns whether the rule takes effect for a request that it applies to. Draws once if the probability is one of requests. */
    boolean takesEffect() {
        return kind().draw() != FaultKind.Draw.PER_REQUEST || draw();
    }

    boolean draw() {
        return draw(rule.probability());
    }

    boolean draw(double probability) {
        return random.nextDouble() < probability;
    }

    boolean counts(ItemWrite write) {
        return rule.scope().includesTable(write.table());
    }

    /** Takes the write's units from its bucket, if the bucket has them. */
    boolean take(ItemWrite write, long now) {
        return buckets.take(bucket(write), write.units(), now);
    }

    void release(ItemWrite write) {
        buckets.release(bucket(write), write.units());
    }

    private String bucket(ItemWrite write) {
        return kind() == FaultKind.PARTITION_CAPACITY ? write.table() + '/' + write.partition() : write.table();
    }
}
