package io.feedmill.faults.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One item that a request writes.
 *
 * @param partition the value of its partition key
 * @param units the write units it costs. An update or delete counts by the request's content, because the item itself is not known here.
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">DynamoDB item sizes and formats</a>
 */
public record ItemWrite(String table, String partition, int units) {
    private static final int UNIT = 1024;
    /** A transaction prepares and commits. */
    private static final int TRANSACTION = 2;
    /** The size of a list or map without its elements. */
    private static final int COLLECTION = 3;

    /** The items in the order of the request; none if the request is no write. */
    public static List<ItemWrite> of(ApiCall call, String keyAttribute) {
        JsonNode body = call.json();
        return switch (call.operation()) {
            case "PutItem", "UpdateItem", "DeleteItem" -> List.of(single(body, keyAttribute, 1));
            case "BatchWriteItem" -> batch(body.path("RequestItems"), keyAttribute);
            case "TransactWriteItems" ->
                call.transactItems()
                        .valueStream()
                        .flatMap(JsonNode::valueStream)
                        .map(action -> single(action, keyAttribute, TRANSACTION))
                        .toList();
            default -> List.of();
        };
    }

    private static List<ItemWrite> batch(JsonNode tables, String keyAttribute) {
        List<ItemWrite> writes = new ArrayList<>();
        for (Map.Entry<String, JsonNode> table : tables.properties()) {
            for (JsonNode request : table.getValue()) {
                JsonNode item = request.has("PutRequest")
                        ? request.path("PutRequest").path("Item")
                        : request.path("DeleteRequest").path("Key");
                writes.add(new ItemWrite(table.getKey(), first(item.path(keyAttribute)), units(bytes(item))));
            }
        }
        return writes;
    }

    private static ItemWrite single(JsonNode action, String keyAttribute, int factor) {
        JsonNode values = action.path("ExpressionAttributeValues");
        JsonNode item = action.has("Item") ? action.path("Item") : action.path("Key");
        int bytes = bytes(item) + (action.has("UpdateExpression") ? bytes(values) : 0);
        return new ItemWrite(
                action.path("TableName").asString(""), first(item.path(keyAttribute)), factor * units(bytes));
    }

    /** The value of a typed attribute, for instance of {@code {"S": "alice"}}. */
    private static String first(JsonNode typed) {
        return typed.valueStream().map(value -> value.asString("")).findFirst().orElse("");
    }

    private static int units(int bytes) {
        return Math.max(1, Math.ceilDiv(bytes, UNIT));
    }

    /** The size of a map of attributes in DynamoDB's JSON. */
    static int bytes(JsonNode attributes) {
        return attributes.properties().stream()
                .mapToInt(attribute -> utf8(attribute.getKey()) + value(attribute.getValue()))
                .sum();
    }

    private static int value(JsonNode typed) {
        return typed.properties().stream()
                .mapToInt(each -> content(each.getKey(), each.getValue()))
                .sum();
    }

    private static int content(String type, JsonNode value) {
        return switch (type) {
            case "S" -> utf8(value.asString(""));
            case "N" -> value.asString("").length() / 2 + 1;
            case "B" -> value.asString("").length() / 4 * 3;
            case "SS", "NS", "BS" ->
                value.valueStream()
                        .mapToInt(each -> content(type.substring(0, 1), each))
                        .sum();
            case "L" ->
                COLLECTION
                        + value.valueStream().mapToInt(each -> 1 + value(each)).sum();
            case "M" -> COLLECTION + value.size() + bytes(value);
            default -> 1;
        };
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
