package io.feedmill.common.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.springframework.util.Assert.isTrue;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Puts items into collections of any table of the account. Thread-safe. */
public record ItemStore(Dynamo dynamo) {
    private static final double BYTES_PER_UNIT = 1_024;

    /** Whether an item was inserted, or one with the key was there, and the consumed write units; without those of indexes if one was there. */
    public record Insertion(boolean inserted, double units) {}

    /** Puts the item into the collection, if it is absent. After a lost answer it may be there by this call. */
    public Insertion insert(ScannedTable table, NewItem item, KeyValue partition) {
        Map<String, AttributeValue> row = item.of(table, partition);
        Optional<PutItemResponse> put = dynamo.put(PutItemRequest.builder()
                .tableName(table.name())
                .item(row)
                .conditionExpression("attribute_not_exists(#key)")
                .expressionAttributeNames(Map.of("#key", table.partitionKey().name()))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        double least = Math.ceil(AttributeJson.size(row) / BYTES_PER_UNIT);
        return new Insertion(
                put.isPresent(),
                put.map(PutItemResponse::consumedCapacity)
                        .map(capacity -> Math.max(least, capacity.capacityUnits()))
                        .orElse(least));
    }

    /** Returns whether {@link #insert} would put the item. */
    public boolean lacks(ScannedTable table, NewItem item, KeyValue partition) {
        return dynamo.get(GetItemRequest.builder()
                        .tableName(table.name())
                        .key(item.key(table, partition))
                        .consistentRead(true)
                        .build())
                .isEmpty();
    }

    /** An item, without its partition key, for each collection of a table. The digest names the text that it was read from. */
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
            isTrue(
                    !attributes.containsKey(partitionKey),
                    "The item has the partition key " + partitionKey + ": remove it.");
            KeyAttribute sortKey = table.sortKey();
            if (sortKey != null) {
                AttributeValue value = attributes.get(sortKey.name());
                isTrue(
                        value != null
                                && value.type().name().equals(sortKey.type().name()),
                        "The item needs the sort key " + sortKey.name() + ", of type " + sortKey.type() + ".");
            }
            long bytes = AttributeJson.size(attributes) + partitionKey.length() + MAX_KEY_BYTES;
            isTrue(
                    bytes <= MAX_BYTES,
                    "The item is too large: with a partition key of up to 2 KB it must have up to 400 KB.");
        }

        Map<String, AttributeValue> of(ScannedTable table, KeyValue partition) {
            Map<String, AttributeValue> item = new HashMap<>(attributes);
            item.put(table.partitionKey().name(), partition.attribute());
            return item;
        }

        Map<String, AttributeValue> key(ScannedTable table, KeyValue partition) {
            Map<String, AttributeValue> key = of(table, partition);
            KeyAttribute sortKey = table.sortKey();
            String partitionKey = table.partitionKey().name();
            key.keySet().retainAll(sortKey == null ? Set.of(partitionKey) : Set.of(partitionKey, sortKey.name()));
            return key;
        }
    }
}
