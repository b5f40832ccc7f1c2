package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Json;
import io.feedmill.faults.protocol.Service;
import io.feedmill.faults.queue.Copies;
import io.feedmill.faults.queue.Deliveries;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.statistics.Tally;
import io.feedmill.faults.verdict.MessageFate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers ReceiveMessage from the target and from what was kept for later. */
final class Receives {
    private static final String MESSAGES = "Messages";
    private static final String MAX = "MaxNumberOfMessages";
    private static final String WAIT = "WaitTimeSeconds";
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final ScriptInForce script;
    private final Tally tally;
    private final Deliveries deliveries = new Deliveries();

    Receives(ScriptInForce script, Tally tally) {
        this.script = script;
        this.tally = tally;
    }

    HttpAnswer send(ApiCall call, Forwarder target) throws IOException {
        String queue = call.queue().orElse("");
        int max = call.json().path(MAX).asInt(1);
        List<ObjectNode> messages = new ArrayList<>(deliveries.take(queue, max, script.now()));
        if (!messages.isEmpty() && messages.size() == max) {
            return HttpAnswer.of(
                    Service.SQS, 200, Json.object().set(MESSAGES, Json.array().addAll(messages)));
        }
        HttpAnswer answer = target.send(request(call, queue, messages.size()));
        if (!answer.isOk()) {
            messages.forEach(message -> deliveries.keep(queue, message, script.now()));
            return answer;
        }
        ObjectNode body = answer.body().json();
        List<ObjectNode> received = messages(body);
        messages.addAll(deliver(call, queue, received));
        messages.addAll(deliveries.take(queue, max - messages.size(), script.now()));
        return messages.equals(received) ? answer : answer.withJson(with(body, messages));
    }

    /** Asks for as many fewer as are there already, and waits no longer than until the next one is due. */
    private Body request(ApiCall call, String queue, int there) {
        long now = script.now();
        var next = deliveries.next(queue);
        if (there == 0 && next.isEmpty()) {
            return call.body();
        }
        ObjectNode body = call.json().deepCopy();
        body.put(MAX, body.path(MAX).asInt(1) - there);
        if (there > 0) {
            body.put(WAIT, 0);
        } else if (body.has(WAIT)) {
            long untilDue = Math.ceilDiv(Math.max(0, next.orElse(now) - now), SECOND);
            body.put(WAIT, Math.min(untilDue, body.path(WAIT).asLong()));
        }
        return Body.of(body);
    }

    private static List<ObjectNode> messages(ObjectNode body) {
        return body.path(MESSAGES).valueStream().map(JsonNode::asObject).toList();
    }

    /** What is delivered at once; the rest is kept for later, and so are the copies. */
    private List<ObjectNode> deliver(ApiCall call, String queue, List<ObjectNode> received) {
        List<MessageFate> fates = script.judgeMessages(call, received.size());
        List<ObjectNode> now = new ArrayList<>();
        for (int i = 0; i < received.size(); i++) {
            MessageFate fate = fates.get(i);
            tally.received(Copies.receiveCount(received.get(i)));
            ObjectNode message = copied(queue, received.get(i), fate.copies());
            if (fate.isKeptBack()) {
                deliveries.keep(queue, message, after(fate.keptBack()));
            } else {
                now.add(message);
            }
            tally.injected(call.operation(), FaultKind.REORDER, fate.isKeptBack() ? 1 : 0);
            tally.injected(call.operation(), FaultKind.DUPLICATE, fate.copies().size());
        }
        return now;
    }

    /** Keeps the copies, and returns the message itself as it is delivered first. */
    private ObjectNode copied(String queue, ObjectNode message, List<Duration> copies) {
        for (int copy = 0; copy < copies.size(); copy++) {
            deliveries.keep(queue, Copies.of(message, copy + 1), after(copies.get(copy)));
        }
        return copies.isEmpty() ? message : Copies.of(message, 0);
    }

    private long after(Duration time) {
        return script.now() + time.toNanos();
    }

    private static ObjectNode with(ObjectNode body, List<ObjectNode> messages) {
        ArrayNode array = Json.array().addAll(messages);
        body.set(MESSAGES, array);
        return body;
    }
}
