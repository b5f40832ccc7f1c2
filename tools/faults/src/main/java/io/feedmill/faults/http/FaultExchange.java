package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.statistics.Tally;
import io.feedmill.faults.verdict.Action;
import io.feedmill.faults.verdict.Edit;
import io.feedmill.faults.verdict.Ending;
import io.feedmill.faults.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves by a script: a request is judged, it waits, it is forwarded or not, and its client learns of it or not. Thread-safe. */
public final class FaultExchange implements Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(FaultExchange.class);

    private final Upstream target;
    private final ScriptInForce script;
    private final Tally tally;
    private final Edits edits;

    public FaultExchange(Upstream target, ScriptInForce script, Tally tally) {
        this.target = target;
        this.script = script;
        this.tally = tally;
        this.edits = new Edits(new Receives(script, tally));
    }

    @Override
    public void serve(HttpCall http, Client client) throws InterruptedException {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        Verdict verdict = script.judge(call);
        count(call, verdict);
        pause(verdict.latency());
        switch (verdict.action()) {
            case Action.Forward forward ->
                forward(http, call, forward.edit())
                        .ifPresentOrElse(answer -> end(call, answer, forward.ending(), client), client::close);
            case Action.Refuse refuse -> client.answer(HttpAnswer.of(call.service(), refuse.error()));
            case Action.Reset reset -> client.reset();
            case Action.Hold hold -> {
                pause(hold.time());
                client.close();
            }
        }
    }

    @Override
    public boolean resetsNewConnection() {
        boolean outage = script.isOutage();
        if (outage) {
            tally.connectionReset();
        }
        return outage;
    }

    private void count(ApiCall call, Verdict verdict) {
        tally.request(call.operation());
        verdict.injected().forEach((kind, times) -> tally.injected(call.operation(), kind, times));
        tally.units(
                call.operation(), verdict.units().accepted(), verdict.units().refused());
    }

    /** What the target answers, if it does. */
    private Optional<HttpAnswer> forward(HttpCall http, ApiCall call, Edit edit) {
        try {
            return Optional.of(edits.send(call, edit, body -> {
                tally.forwarded(call.operation());
                return target.send(http.withBody(body));
            }));
        } catch (IOException e) {
            tally.unanswered();
            LOG.atDebug().addKeyValue("operation", call.operation()).setCause(e).log("The target did not answer");
            return Optional.empty();
        }
    }

    private void end(ApiCall call, HttpAnswer answer, Ending ending, Client client) {
        if (script.isOutage()) {
            tally.injected(call.operation(), FaultKind.OUTAGE, 1);
            client.reset();
            return;
        }
        switch (ending) {
            case Ending.Deliver deliver -> client.answer(answer);
            case Ending.Drop drop -> client.close();
            case Ending.Fail fail -> client.answer(HttpAnswer.of(call.service(), fail.error()));
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        if (time.isPositive()) {
            Thread.sleep(time);
        }
    }
}
