package io.feedmill.faults;

import io.feedmill.faults.Statistics.Tally;
import io.feedmill.faults.decision.Decision;
import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.decision.Decision.Response;
import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Operations;
import io.feedmill.faults.script.FaultKind;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Serves requests by a script: decides, waits, forwards, answers. Thread-safe. */
record FaultExchange(
        Upstream target,
        CurrentScript script,
        Tally tally,
        Receives receives,
        WriteHold writes,
        UsedPermissions permissions)
        implements ProxyServer.Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(FaultExchange.class);

    /** Sends the current request to the target, with another body. */
    @FunctionalInterface
    interface Forwarder {
        HttpAnswer send(Body body) throws IOException;
    }

    @Override
    public void serve(HttpCall http, Client client) throws InterruptedException {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        permissions.add(http, call);
        Decision decision = script.decide(call);
        tally.request(call.operation(), decision);
        pause(decision.latency());
        switch (decision.action()) {
            case Action.Forward forward -> forward(http, call, forward, client);
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

    private void forward(HttpCall http, ApiCall call, Action.Forward forward, Client client) {
        try {
            HttpAnswer answer = send(call, forward.edit(), body -> {
                tally.forwarded(call.operation());
                return writes.send(call, () -> target.send(http.withBody(body)));
            });
            respond(call, answer, forward.response(), client);
        } catch (IOException e) {
            tally.unanswered();
            LOG.atDebug().addKeyValue("operation", call.operation()).setCause(e).log("No answer from the target");
            client.close();
        }
    }

    private void respond(ApiCall call, HttpAnswer answer, Response response, Client client) {
        if (script.isOutage()) {
            tally.injected(call.operation(), FaultKind.OUTAGE, 1);
            client.reset();
            return;
        }
        switch (response) {
            case Response.Deliver deliver -> client.answer(answer);
            case Response.Drop drop -> client.close();
            case Response.Fail fail -> client.answer(HttpAnswer.of(call.service(), fail.error()));
        }
    }

    private HttpAnswer send(ApiCall call, Edit edit, Forwarder target) throws IOException {
        return switch (edit) {
            case Edit.None none -> sendUnedited(call, target);
            case Edit.WithoutItems without -> sendBatch(call, without.items(), target);
            case Edit.WithoutDeletes without -> Receipts.send(call, without, target);
            case Edit.DelayedSends delayed -> target.send(Body.of(delayed(call, delayed.seconds())));
        };
    }

    /** Delivers delayed messages and deletes copies of messages under any script. */
    private HttpAnswer sendUnedited(ApiCall call, Forwarder target) throws IOException {
        if (Operations.RECEIVES.contains(call.operation())) {
            return receives.send(call, target);
        }
        boolean hasReceipts =
                Operations.DELETES.contains(call.operation()) || Operations.VISIBILITY.contains(call.operation());
        return hasReceipts ? Receipts.send(call, Edit.WithoutDeletes.NONE, target) : target.send(call.body());
    }

    private static HttpAnswer sendBatch(ApiCall call, Set<Integer> removed, Forwarder target) throws IOException {
        HttpAnswer answer = target.send(Body.of(BatchItems.request(call, item -> !removed.contains(item))));
        return answer.isOk()
                ? answer.withJson(
                        BatchItems.answer(call, removed::contains, answer.body().json()))
                : answer;
    }

    /** The send with delays by entry. A longer delay of the sender stays. */
    private static ObjectNode delayed(ApiCall call, Map<Integer, Integer> seconds) {
        ObjectNode body = call.json().deepCopy();
        boolean batch = call.operation().endsWith("Batch");
        seconds.forEach((entry, delay) -> {
            ObjectNode message = batch ? body.path("Entries").path(entry).asObject() : body;
            message.put(
                    "DelaySeconds", Math.max(delay, message.path("DelaySeconds").asInt(0)));
        });
        return body;
    }

    private static void pause(Duration time) throws InterruptedException {
        if (time.isPositive()) {
            Thread.sleep(time);
        }
    }
}
