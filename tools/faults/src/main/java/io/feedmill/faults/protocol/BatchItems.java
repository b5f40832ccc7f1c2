package io.feedmill.faults.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The items of a batch, from 0 in the order of the request. A table's value is an array of writes, or an object with the array {@code Keys}. */
public final class BatchItems {
    private static final String REQUEST = "RequestItems";
    private static final String KEYS = "Keys";

    private BatchItems() {}

    /** Each item's table. */
    public static List<String> tables(ApiCall call) {
        List<String> tables = new ArrayList<>();
        for (Map.Entry<String, JsonNode> table : call.json().path(REQUEST).properties()) {
            items(table.getValue()).forEach(item -> tables.add(table.getKey()));
        }
        return tables;
    }

    /** The body of the request with only the wanted items. Tables without any are removed. */
    public static ObjectNode request(ApiCall call, IntPredicate wanted) {
        ObjectNode body = call.json().deepCopy();
        body.set(REQUEST, select(call.json().path(REQUEST), wanted));
        return body;
    }

    /** Adds the removed items to the answer's unprocessed ones. */
    public static ObjectNode answer(ApiCall call, IntPredicate removed, ObjectNode answer) {
        boolean reads = call.operation().equals("BatchGetItem");
        ObjectNode unprocessed = answer.withObject(reads ? "/UnprocessedKeys" : "/UnprocessedItems");
        for (Map.Entry<String, JsonNode> table :
                select(call.json().path(REQUEST), removed).properties()) {
            JsonNode before = unprocessed.path(table.getKey());
            List<JsonNode> all = new ArrayList<>(items(before));
            all.addAll(items(table.getValue()));
            unprocessed.set(table.getKey(), withItems(table.getValue(), all));
        }
        if (reads) {
            ObjectNode responses = answer.withObject("/Responses");
            call.tables().stream().filter(table -> !responses.has(table)).forEach(responses::putArray);
        }
        return answer;
    }

    private static ObjectNode select(JsonNode tables, IntPredicate wanted) {
        ObjectNode selected = Body.newObject();
        int next = 0;
        for (Map.Entry<String, JsonNode> table : tables.properties()) {
            List<JsonNode> chosen = new ArrayList<>();
            for (JsonNode item : items(table.getValue())) {
                if (wanted.test(next++)) {
                    chosen.add(item);
                }
            }
            if (!chosen.isEmpty()) {
                selected.set(table.getKey(), withItems(table.getValue(), chosen));
            }
        }
        return selected;
    }

    private static List<JsonNode> items(JsonNode table) {
        return (table.isArray() ? table : table.path(KEYS)).valueStream().toList();
    }

    private static JsonNode withItems(JsonNode table, List<JsonNode> items) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode().addAll(items);
        return table instanceof ObjectNode object ? object.deepCopy().set(KEYS, array) : array;
    }
}
