package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A rule with a generator of its own, so that no rule changes what another one draws. Not thread-safe. */
final class ArmedRule {
    private final Rule rule;
    private final RandomGenerator random;

    ArmedRule(Rule rule, RandomGenerator random) {
        this.rule = rule;
        this.random = random;
    }

    Fault fault() {
        return rule.fault();
    }

    Rule rule() {
        return rule;
    }

    RandomGenerator random() {
        return random;
    }

    /** Whether the rule is about such a request at this time. Draws nothing. */
    boolean concerns(ApiCall call, Duration time) {
        return suits(call) && rule.window().contains(time) && rule.scope().covers(call);
    }

    /** Whether such a request can have the fault. */
    boolean suits(ApiCall call) {
        FaultKind kind = rule.fault().kind();
        return kind.suitsAny() || kind.operations().contains(call.operation());
    }

    /** Whether it strikes: draws once, unless the fault is certain or one of messages. */
    boolean strikes() {
        return rule.fault().kind().chance() != FaultKind.Chance.OF_A_REQUEST || hits();
    }

    /** Draws with the rule's probability. */
    boolean hits() {
        return hits(rule.probability());
    }

    boolean hits(double chance) {
        return random.nextDouble() < chance;
    }
}
