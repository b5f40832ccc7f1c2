package io.feedmill.faults.queue;

import io.feedmill.faults.protocol.Json;
import io.feedmill.faults.verdict.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The entries of a DeleteMessageBatch or ChangeMessageVisibilityBatch, some of which do not take place. */
public record ReceiptBatch(List<JsonNode> entries, Edit.WithoutDeletes without) {
    private static final String ENTRIES = "Entries";
    private static final String ID = "Id";
    private static final String SUCCESSFUL = "Successful";
    private static final String FAILED = "Failed";

    public static ReceiptBatch of(ObjectNode body, Edit.WithoutDeletes without) {
        return new ReceiptBatch(body.path(ENTRIES).valueStream().toList(), without);
    }

    /** Whether the target may have it as it is. */
    public boolean isPlain() {
        return without.equals(Edit.WithoutDeletes.NONE) && entries.stream().noneMatch(Receipts::isMarked);
    }

    /** What the target is to do; may be nothing, which no target takes. */
    public List<ObjectNode> wanted() {
        List<ObjectNode> wanted = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (!without.failed().contains(i) && !without.ignored().contains(i)) {
                wanted.add(Receipts.original(entries.get(i)));
            }
        }
        return wanted;
    }

    /** The request with other entries. */
    public static ObjectNode request(ObjectNode body, List<ObjectNode> entries) {
        ObjectNode copy = body.deepCopy();
        copy.set(ENTRIES, Json.array().addAll(entries));
        return copy;
    }

    /** The target's answer, completed by what it was not asked. */
    public ObjectNode answer(ObjectNode body) {
        ArrayNode successful = Json.array();
        ArrayNode failed = Json.array();
        Set<String> marked = entries.stream()
                .filter(Receipts::isMarked)
                .map(ReceiptBatch::id)
                .collect(Collectors.toSet());
        successful.addAll(body.path(SUCCESSFUL).valueStream().toList());
        for (JsonNode failure : body.path(FAILED)) {
            if (marked.contains(id(failure))) {
                successful.add(success(failure));
            } else {
                failed.add(failure);
            }
        }
        without.ignored().forEach(entry -> successful.add(success(entries.get(entry))));
        without.failed().forEach(entry -> failed.add(failure(entries.get(entry))));
        body.set(SUCCESSFUL, successful);
        body.set(FAILED, failed);
        return body;
    }

    private static ObjectNode success(JsonNode entry) {
        return Json.object().put(ID, id(entry));
    }

    private static ObjectNode failure(JsonNode entry) {
        return success(entry)
                .put("Code", "InternalError")
                .put("Message", "The message could not be deleted.")
                .put("SenderFault", false);
    }

    private static String id(JsonNode entry) {
        return entry.path(ID).asString("");
    }
}
