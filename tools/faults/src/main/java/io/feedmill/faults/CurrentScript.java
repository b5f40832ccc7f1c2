package io.feedmill.faults;

import io.feedmill.faults.decision.Decision;
import io.feedmill.faults.decision.FaultDecider;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Script;
import java.util.List;
import java.util.function.LongSupplier;

/** The script in effect. It decides for one request after the other. Thread-safe. */
final class CurrentScript {
    private final LongSupplier nanoTime;
    private volatile FaultDecider decider;

    CurrentScript(Script script, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.decider = new FaultDecider(script, nanoTime.getAsLong());
    }

    /** Puts another script into effect. Its time starts now. */
    void replace(Script script) {
        decider = new FaultDecider(script, nanoTime.getAsLong());
    }

    boolean isOutage() {
        return decider.isOutage(now());
    }

    Decision decide(ApiCall call) {
        if (decider.readsBody(call)) {
            call.json(); // parses outside the lock
        }
        synchronized (this) {
            return decider.decide(call, now());
        }
    }

    synchronized List<Decision.OfMessage> decideMessages(ApiCall call, int messages) {
        return decider.decideMessages(call, messages, now());
    }

    long now() {
        return nanoTime.getAsLong();
    }
}
