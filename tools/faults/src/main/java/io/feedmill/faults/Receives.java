package io.feedmill.faults;

import io.feedmill.faults.FaultExchange.Forwarder;
import io.feedmill.faults.Statistics.Tally;
import io.feedmill.faults.decision.Decision;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.script.FaultKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers ReceiveMessage from the target and from the delayed messages. Thread-safe. */
final class Receives {
    private static final String MESSAGES = "Messages";
    private static final String MAX = "MaxNumberOfMessages";
    private static final String WAIT = "WaitTimeSeconds";
    private static final String ATTRIBUTES = "Attributes";
    private static final String RECEIVE_COUNT = "ApproximateReceiveCount";
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final CurrentScript script;
    private final Tally tally;
    private final DelayedMessages delayed = new DelayedMessages();

    Receives(CurrentScript script, Tally tally) {
        this.script = script;
        this.tally = tally;
    }

    HttpAnswer send(ApiCall call, Forwarder target) throws IOException {
        String queue = call.queue().orElse("");
        int max = call.json().path(MAX).asInt(1);
        List<ObjectNode> messages = new ArrayList<>(delayed.take(queue, max, script.now()));
        if (!messages.isEmpty() && messages.size() == max) {
            return HttpAnswer.of(Service.SQS, 200, withMessages(Body.newObject(), messages));
        }
        HttpAnswer answer = target.send(request(call, queue, messages.size()));
        if (!answer.isOk()) {
            messages.forEach(message -> delayed.add(queue, message, script.now()));
            return answer;
        }
        ObjectNode body = answer.body().json();
        List<ObjectNode> received =
                body.path(MESSAGES).valueStream().map(JsonNode::asObject).toList();
        messages.addAll(deliver(call, queue, received));
        messages.addAll(delayed.take(queue, max - messages.size(), script.now()));
        return messages.equals(received) ? answer : answer.withJson(withMessages(body, messages));
    }

    /** Requests only the missing messages, and waits at most until the next delayed message is due. */
    private Body request(ApiCall call, String queue, int present) {
        long now = script.now();
        OptionalLong next = delayed.nextDue(queue);
        if (present == 0 && next.isEmpty()) {
            return call.body();
        }
        ObjectNode body = call.json().deepCopy();
        body.put(MAX, body.path(MAX).asInt(1) - present);
        if (present > 0) {
            body.put(WAIT, 0);
        } else if (body.has(WAIT)) {
            long untilDue = Math.ceilDiv(Math.max(0, next.orElse(now) - now), SECOND);
            body.put(WAIT, Math.min(untilDue, body.path(WAIT).asLong()));
        }
        return Body.of(body);
    }

    /** Returns the messages to deliver now. The others and all copies are delayed. */
    private List<ObjectNode> deliver(ApiCall call, String queue, List<ObjectNode> received) {
        List<Decision.OfMessage> decisions = script.decideMessages(call, received.size());
        List<ObjectNode> now = new ArrayList<>();
        for (int i = 0; i < received.size(); i++) {
            Decision.OfMessage decision = decisions.get(i);
            ObjectNode message = received.get(i);
            tally.received(message.path(ATTRIBUTES).path(RECEIVE_COUNT).asInt(0));
            tally.injected(call.operation(), FaultKind.REORDER, decision.isDelayed() ? 1 : 0);
            tally.injected(
                    call.operation(), FaultKind.DUPLICATE, decision.copies().size());
            for (int copy = 0; copy < decision.copies().size(); copy++) {
                delayed.add(
                        queue, copy(message, copy + 1), after(decision.copies().get(copy)));
            }
            ObjectNode first = decision.copies().isEmpty() ? message : copy(message, 0);
            if (decision.isDelayed()) {
                delayed.add(queue, first, after(decision.delay()));
            } else {
                now.add(first);
            }
        }
        return now;
    }

    /** The message as delivered for the n-th time again: its own receipt handle and a higher receive count. 0 is the first delivery. */
    private static ObjectNode copy(ObjectNode message, int again) {
        ObjectNode copy = message.deepCopy();
        Receipts.mark(copy, again);
        if (copy.path(ATTRIBUTES) instanceof ObjectNode attributes && attributes.has(RECEIVE_COUNT)) {
            int count = attributes.path(RECEIVE_COUNT).asInt() + again;
            attributes.put(RECEIVE_COUNT, Integer.toString(count));
        }
        return copy;
    }

    private long after(Duration time) {
        return script.now() + time.toNanos();
    }

    private static ObjectNode withMessages(ObjectNode body, List<ObjectNode> messages) {
        body.putArray(MESSAGES).addAll(messages);
        return body;
    }

    /** Messages to deliver later. Times are nanoseconds from an arbitrary origin. Thread-safe. */
    static final class DelayedMessages {
        private final Map<String, PriorityQueue<Delayed>> queues = new HashMap<>();
        private long added;

        private record Delayed(ObjectNode message, long due, long order) {}

        synchronized void add(String queue, ObjectNode message, long due) {
            queues.computeIfAbsent(
                            queue,
                            unknown -> new PriorityQueue<>(
                                    Comparator.comparingLong(Delayed::due).thenComparingLong(Delayed::order)))
                    .add(new Delayed(message, due, added++));
        }

        /** Removes and returns up to {@code max} due messages, the one due first at the front. */
        synchronized List<ObjectNode> take(String queue, int max, long now) {
            List<ObjectNode> due = new ArrayList<>();
            PriorityQueue<Delayed> waiting = queues.getOrDefault(queue, new PriorityQueue<>());
            while (due.size() < max && !waiting.isEmpty() && waiting.peek().due() <= now) {
                due.add(waiting.remove().message());
            }
            return due;
        }

        /** Returns the time at which the next message is due. */
        synchronized OptionalLong nextDue(String queue) {
            Delayed first = queues.getOrDefault(queue, new PriorityQueue<>()).peek();
            return first == null ? OptionalLong.empty() : OptionalLong.of(first.due());
        }
    }
}
