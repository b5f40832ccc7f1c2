package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Operations;
import io.feedmill.faults.queue.Sends;
import io.feedmill.faults.statistics.Tally;
import io.feedmill.faults.verdict.Action;
import io.feedmill.faults.verdict.Edit;
import io.feedmill.faults.verdict.Ending;
import io.feedmill.faults.verdict.Verdict;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to one request after the other: it is judged, it waits, it is forwarded or not, and its client learns of it or not. Thread-safe. */
public final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Upstream target;
    private final ScriptInForce script;
    private final Tally tally;
    private final Receives receives;

    public Exchange(Upstream target, ScriptInForce script, Tally tally) {
        this.target = target;
        this.script = script;
        this.tally = tally;
        this.receives = new Receives(script, tally);
    }

    void serve(HttpCall http, Client client) throws InterruptedException {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        Verdict verdict = script.judge(call);
        count(call, verdict);
        Thread.sleep(verdict.latency());
        switch (verdict.action()) {
            case Action.Forward forward -> forward(http, call, forward, client);
            case Action.Refuse refuse -> client.answer(HttpAnswer.of(call.service(), refuse.error()));
            case Action.Reset reset -> client.reset();
            case Action.Hold hold -> {
                Thread.sleep(hold.time());
                client.close();
            }
        }
    }

    private void count(ApiCall call, Verdict verdict) {
        tally.request(call.operation());
        verdict.injected().forEach((kind, times) -> tally.injected(call.operation(), kind, times));
        tally.units(
                call.operation(), verdict.units().accepted(), verdict.units().refused());
    }

    private void forward(HttpCall http, ApiCall call, Action.Forward forward, Client client) {
        HttpAnswer answer;
        try {
            answer = edited(call, forward.edit(), body -> send(http.withBody(body), call));
        } catch (IOException e) {
            tally.unanswered();
            LOG.atDebug().addKeyValue("operation", call.operation()).setCause(e).log("The target did not answer");
            client.close();
            return;
        }
        if (script.isOutage()) {
            client.reset();
            return;
        }
        switch (forward.ending()) {
            case Ending.Deliver deliver -> client.answer(answer);
            case Ending.Drop drop -> client.close();
            case Ending.Fail fail -> client.answer(HttpAnswer.of(call.service(), fail.error()));
        }
    }

    private HttpAnswer edited(ApiCall call, Edit edit, Forwarder forwarder) throws IOException {
        return switch (edit) {
            case Edit.None none -> unedited(call, forwarder);
            case Edit.WithoutItems without -> batch(call, without, forwarder);
            case Edit.WithoutDeletes without -> Receipted.send(call, without, forwarder);
            case Edit.DelayedSends delayed -> forwarder.send(Body.of(Sends.delayed(call, delayed.seconds())));
        };
    }

    private HttpAnswer unedited(ApiCall call, Forwarder forwarder) throws IOException {
        if (Operations.RECEIVES.contains(call.operation())) {
            return receives.send(call, forwarder);
        }
        boolean hasReceipts =
                Operations.DELETES.contains(call.operation()) || Operations.VISIBILITY.contains(call.operation());
        return hasReceipts ? Receipted.send(call, Edit.WithoutDeletes.NONE, forwarder) : forwarder.send(call.body());
    }

    private static HttpAnswer batch(ApiCall call, Edit.WithoutItems without, Forwarder forwarder) throws IOException {
        HttpAnswer answer = forwarder.send(
                Body.of(BatchItems.request(call, item -> !without.items().contains(item))));
        return answer.isOk()
                ? answer.withJson(BatchItems.answer(
                        call, without.items()::contains, answer.body().json()))
                : answer;
    }

    private HttpAnswer send(HttpCall http, ApiCall call) throws IOException {
        tally.forwarded(call.operation());
        return target.send(http);
    }
}
