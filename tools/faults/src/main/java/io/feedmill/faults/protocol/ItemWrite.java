package io.feedmill.faults.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One item that a request writes.
 *
 * @param partition the value of its partition key
 * @param units the write units that it costs. An update or delete counts by what the request carries: the item itself is not known here.
 */
public record ItemWrite(String table, String partition, int units) {
    /** A transaction prepares and commits. */
    private static final int TRANSACTION = 2;

    /** The items in the order of the request; none if it is no write. */
    public static List<ItemWrite> of(ApiCall call, String keyAttribute) {
        JsonNode body = call.json();
        return switch (call.operation()) {
            case "PutItem", "UpdateItem", "DeleteItem" -> List.of(single(body, keyAttribute, 1));
            case "BatchWriteItem" -> batch(body.path("RequestItems"), keyAttribute);
            case "TransactWriteItems" -> transaction(call.transactItems(), keyAttribute);
            default -> List.of();
        };
    }

    private static List<ItemWrite> batch(JsonNode tables, String keyAttribute) {
        List<ItemWrite> writes = new ArrayList<>();
        for (Map.Entry<String, JsonNode> table : tables.properties()) {
            for (JsonNode request : table.getValue()) {
                JsonNode item = present(request.path("PutRequest").path("Item"))
                        .orElse(request.path("DeleteRequest").path("Key"));
                writes.add(new ItemWrite(
                        table.getKey(), partition(item, keyAttribute), ItemSize.units(ItemSize.bytes(item))));
            }
        }
        return writes;
    }

    private static List<ItemWrite> transaction(JsonNode parts, String keyAttribute) {
        return parts.valueStream()
                .flatMap(JsonNode::valueStream)
                .map(action -> single(action, keyAttribute, TRANSACTION))
                .toList();
    }

    private static ItemWrite single(JsonNode action, String keyAttribute, int factor) {
        JsonNode values = action.path("ExpressionAttributeValues");
        JsonNode item = Stream.of(action.path("Item"), action.path("Key"))
                .flatMap(each -> present(each).stream())
                .findFirst()
                .orElse(values);
        int bytes = ItemSize.bytes(item) + (action.has("UpdateExpression") ? ItemSize.bytes(values) : 0);
        return new ItemWrite(
                action.path("TableName").asString(""), partition(item, keyAttribute), factor * ItemSize.units(bytes));
    }

    private static Optional<JsonNode> present(JsonNode node) {
        return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    }

    /** The key's value, whatever its type. */
    private static String partition(JsonNode item, String keyAttribute) {
        return item.path(keyAttribute)
                .valueStream()
                .map(value -> value.asString(""))
                .findFirst()
                .orElse("");
    }
}
