package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Json;
import io.feedmill.faults.protocol.Refusals;
import io.feedmill.faults.protocol.Service;
import io.feedmill.faults.queue.Receipts;
import io.feedmill.faults.verdict.Edit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls with receipt handles: deletes and changes of visibility. The receipt of a copy stands for the original's; that the target no longer knows
 * it is no failure of the copy's.
 */
final class Receipted {
    private static final String RECEIPT = "ReceiptHandle";
    private static final String ENTRIES = "Entries";
    private static final String ID = "Id";

    private Receipted() {}

    static HttpAnswer send(ApiCall call, Edit.WithoutDeletes without, Forwarder target) throws IOException {
        return call.operation().endsWith("Batch") ? batch(call, without, target) : single(call, without, target);
    }

    private static HttpAnswer single(ApiCall call, Edit.WithoutDeletes without, Forwarder target) throws IOException {
        if (without.failed().contains(0)) {
            return HttpAnswer.of(Service.SQS, Refusals.internal(Service.SQS, 500));
        }
        if (without.ignored().contains(0)) {
            return HttpAnswer.of(Service.SQS, 200, Json.object());
        }
        if (!isCopy(call.json())) {
            return target.send(call.body());
        }
        HttpAnswer answer = target.send(Body.of(original(call.json())));
        return answer.isOk() ? answer : HttpAnswer.of(Service.SQS, 200, Json.object());
    }

    private static HttpAnswer batch(ApiCall call, Edit.WithoutDeletes without, Forwarder target) throws IOException {
        List<JsonNode> entries = call.json().path(ENTRIES).valueStream().toList();
        boolean untouched =
                without.equals(Edit.WithoutDeletes.NONE) && entries.stream().noneMatch(Receipted::isCopy);
        if (untouched) {
            return target.send(call.body());
        }
        List<ObjectNode> wanted = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (!without.failed().contains(i) && !without.ignored().contains(i)) {
                wanted.add(original(entries.get(i)));
            }
        }
        HttpAnswer answer = wanted.isEmpty()
                ? HttpAnswer.of(Service.SQS, 200, Json.object())
                : target.send(Body.of(with(call.json(), wanted)));
        return answer.isOk() ? answer.withJson(complete(answer, entries, without)) : answer;
    }

    private static ObjectNode complete(HttpAnswer answer, List<JsonNode> entries, Edit.WithoutDeletes without) {
        Set<String> copies = entries.stream()
                .filter(Receipted::isCopy)
                .map(entry -> entry.path(ID).asString(""))
                .collect(Collectors.toSet());
        ObjectNode body = answer.body().json();
        ArrayNode successful =
                Json.array().addAll(body.path("Successful").valueStream().toList());
        ArrayNode failed = Json.array();
        for (JsonNode failure : body.path("Failed")) {
            String id = failure.path(ID).asString("");
            if (copies.contains(id)) {
                successful.addObject().put(ID, id);
            } else {
                failed.add(failure);
            }
        }
        without.ignored()
                .forEach(i -> successful.addObject().set(ID, entries.get(i).path(ID)));
        without.failed()
                .forEach(i -> failed.addObject()
                        .put("Code", "InternalError")
                        .put("Message", "The message could not be deleted.")
                        .put("SenderFault", false)
                        .set(ID, entries.get(i).path(ID)));
        body.set("Successful", successful);
        body.set("Failed", failed);
        return body;
    }

    private static boolean isCopy(JsonNode entry) {
        return Receipts.isCopy(entry.path(RECEIPT).asString(""));
    }

    private static ObjectNode original(JsonNode entry) {
        String receipt = Receipts.original(entry.path(RECEIPT).asString(""));
        return entry.deepCopy().asObject().put(RECEIPT, receipt);
    }

    private static ObjectNode with(ObjectNode body, List<ObjectNode> entries) {
        ObjectNode copy = body.deepCopy();
        copy.set(ENTRIES, Json.array().addAll(entries));
        return copy;
    }
}
