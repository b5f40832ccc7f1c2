package io.feedmill.faults;

import io.feedmill.faults.FaultExchange.Forwarder;
import io.feedmill.faults.decision.Decision.Edit.WithoutDeletes;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls with receipt handles: deletes and changes of visibility. The handles of a message and its copies are the target's handle with a mark at the
 * end, which the target never sees. A marked handle may be used again after the message is deleted, as in AWS, though not every target allows it.
 */
final class Receipts {
    private static final String HANDLE = "ReceiptHandle";
    private static final String ENTRIES = "Entries";
    private static final String ID = "Id";
    private static final Pattern MARK = Pattern.compile("~delivery-\\d+$");

    private Receipts() {}

    /** Marks the message's handle with the number of its delivery. */
    static void mark(ObjectNode message, int delivery) {
        message.put(HANDLE, handle(message) + "~delivery-" + delivery);
    }

    private static boolean isMarked(JsonNode entry) {
        return MARK.matcher(handle(entry)).find();
    }

    /** The request or entry with the handle that the target knows. */
    static ObjectNode original(JsonNode entry) {
        return entry.deepCopy()
                .asObject()
                .put(HANDLE, MARK.matcher(handle(entry)).replaceFirst(""));
    }

    static HttpAnswer send(ApiCall call, WithoutDeletes without, Forwarder target) throws IOException {
        return call.operation().endsWith("Batch")
                ? sendBatch(call, without, target)
                : sendSingle(call, without, target);
    }

    private static HttpAnswer sendSingle(ApiCall call, WithoutDeletes without, Forwarder target) throws IOException {
        if (without.failed().contains(0)) {
            return HttpAnswer.of(Service.SQS, AwsError.internal(Service.SQS, 500));
        }
        if (without.ignored().contains(0)) {
            return done();
        }
        if (!isMarked(call.json())) {
            return target.send(call.body());
        }
        HttpAnswer answer = target.send(Body.of(original(call.json())));
        return answer.status() / 100 == 4 ? done() : answer;
    }

    private static HttpAnswer sendBatch(ApiCall call, WithoutDeletes without, Forwarder target) throws IOException {
        List<JsonNode> entries = call.json().path(ENTRIES).valueStream().toList();
        if (without.equals(WithoutDeletes.NONE) && entries.stream().noneMatch(Receipts::isMarked)) {
            return target.send(call.body());
        }
        List<ObjectNode> wanted = IntStream.range(0, entries.size())
                .filter(i -> !without.failed().contains(i) && !without.ignored().contains(i))
                .mapToObj(i -> original(entries.get(i)))
                .toList();
        ObjectNode body = call.json().deepCopy();
        body.set(ENTRIES, JsonNodeFactory.instance.arrayNode().addAll(wanted));
        HttpAnswer answer = wanted.isEmpty() ? done() : target.send(Body.of(body)); // no target takes an empty batch
        return answer.isOk() ? answer.withJson(complete(answer.body().json(), entries, without)) : answer;
    }

    /** The target's answer with the entries that were not sent. Failures of marked handles become successes. */
    private static ObjectNode complete(ObjectNode answer, List<JsonNode> entries, WithoutDeletes without) {
        Set<String> marked =
                entries.stream().filter(Receipts::isMarked).map(Receipts::id).collect(Collectors.toSet());
        List<JsonNode> failures = answer.path("Failed").valueStream().toList();
        List<JsonNode> successes =
                new ArrayList<>(answer.path("Successful").valueStream().toList());
        failures.stream().filter(failure -> marked.contains(id(failure))).forEach(each -> successes.add(success(each)));
        without.ignored().forEach(entry -> successes.add(success(entries.get(entry))));
        answer.putArray("Successful").addAll(successes);
        ArrayNode failed = answer.putArray("Failed");
        failures.stream().filter(failure -> !marked.contains(id(failure))).forEach(failed::add);
        without.failed()
                .forEach(entry -> failed.add(success(entries.get(entry))
                        .put("Code", "InternalError")
                        .put("Message", "The message could not be deleted.")
                        .put("SenderFault", false)));
        return answer;
    }

    private static HttpAnswer done() {
        return HttpAnswer.of(Service.SQS, 200, Body.newObject());
    }

    private static ObjectNode success(JsonNode entry) {
        return Body.newObject().put(ID, id(entry));
    }

    private static String id(JsonNode entry) {
        return entry.path(ID).asString("");
    }

    private static String handle(JsonNode entry) {
        return entry.path(HANDLE).asString("");
    }
}
