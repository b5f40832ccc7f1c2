package io.feedmill.common.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item that comes into each collection of a table.
 *
 * @param attributes all attributes but the partition key
 * @param digest names the text that it was read from: another text has another one
 */
public record NewItem(Map<String, AttributeValue> attributes, String digest) {
    private static final int MAX_BYTES = 400 * 1024;
    private static final int MAX_KEY_BYTES = 2_048;

    /** Reads an item in DynamoDB's JSON. Throws an {@link IllegalArgumentException} that says what is wrong. */
    public static NewItem parse(String json) {
        String digest = UUID.nameUUIDFromBytes(json.getBytes(UTF_8)).toString();
        return new NewItem(AttributeJson.parse(json), digest);
    }

    /** Throws an {@link IllegalArgumentException} that says why the item does not fit into all collections of the table. */
    public void require(ScannedTable table) {
        String partitionKey = table.partitionKey().name();
        require(!attributes.containsKey(partitionKey), "has the partition key " + partitionKey + ": remove it");
        KeyAttribute sortKey = table.sortKey();
        if (sortKey != null) {
            AttributeValue value = attributes.get(sortKey.name());
            require(
                    value != null && value.type().name().equals(sortKey.type().name()),
                    "needs the sort key " + sortKey.name() + ", of type " + sortKey.type());
        }
        long bytes = AttributeJson.size(attributes) + partitionKey.length() + MAX_KEY_BYTES;
        require(bytes <= MAX_BYTES, "is too large: with a partition key of up to 2 KB it must have up to 400 KB");
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException("The item " + what + ".");
        }
    }

    /** Returns the item of this collection. */
    Map<String, AttributeValue> of(ScannedTable table, KeyValue partition) {
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.put(table.partitionKey().name(), partition.attribute());
        return item;
    }

    /** Returns the key of the item of this collection. */
    Map<String, AttributeValue> key(ScannedTable table, KeyValue partition) {
        Map<String, AttributeValue> key = of(table, partition);
        KeyAttribute sortKey = table.sortKey();
        key.keySet()
                .removeIf(name ->
                        !name.equals(table.partitionKey().name()) && (sortKey == null || !name.equals(sortKey.name())));
        return key;
    }
}
