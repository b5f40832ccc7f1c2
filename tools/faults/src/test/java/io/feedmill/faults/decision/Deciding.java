package io.feedmill.faults.decision;

import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.SettableClock;

/** A decider and its clock. */
final class Deciding {
    final SettableClock clock = new SettableClock();
    private final FaultDecider decider;

    Deciding(long seed, Rule... rules) {
        decider = new FaultDecider(Script.of(seed, rules), clock.nanoTime());
    }

    Deciding(Fault fault) {
        this(1, Rule.of(fault));
    }

    FaultDecider decider() {
        return decider;
    }

    Decision decide(ApiCall call) {
        return decider.decide(call, clock.nanoTime());
    }

    Action action(ApiCall call) {
        return decide(call).action();
    }

    /** The edit of a request that is forwarded. */
    Edit edit(ApiCall call) {
        return action(call) instanceof Action.Forward forward ? forward.edit() : fail(call);
    }

    /** Returns the code of the error that refuses the request; empty if none does. */
    String refusal(ApiCall call) {
        return action(call) instanceof Action.Refuse refuse ? refuse.error().code() : "";
    }

    private static Edit fail(ApiCall call) {
        throw new AssertionError(call.operation() + " is not forwarded");
    }
}
