package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.SettableClock;

/** A judge and its clock. */
final class Judging {
    final SettableClock clock = new SettableClock();
    private final Judge judge;

    Judging(long seed, Rule... rules) {
        judge = new Judge(Script.of(seed, rules), clock.nanoTime());
    }

    Judging(Fault fault) {
        this(1, Rule.of(fault));
    }

    Judge judge() {
        return judge;
    }

    Verdict verdict(ApiCall call) {
        return judge.judge(call, clock.nanoTime());
    }

    Action action(ApiCall call) {
        return verdict(call).action();
    }

    /** The edit of a request that is forwarded. */
    Edit edit(ApiCall call) {
        return action(call) instanceof Action.Forward forward ? forward.edit() : fail(call);
    }

    /** The code of the error that refuses the request; empty if nothing does. */
    String refusal(ApiCall call) {
        return action(call) instanceof Action.Refuse refuse ? refuse.error().code() : "";
    }

    private static Edit fail(ApiCall call) {
        throw new AssertionError(call.operation() + " is not forwarded");
    }
}
