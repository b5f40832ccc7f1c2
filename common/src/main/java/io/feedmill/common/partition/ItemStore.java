package io.feedmill.common.partition;

import io.feedmill.common.dynamo.Dynamo;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Puts items into collections of any table of the account. Thread-safe. */
public record ItemStore(Dynamo dynamo) {
    private static final double BYTES_PER_UNIT = 1_024;

    /**
     * The result of an insertion.
     *
     * @param inserted false: an item with the key was there
     * @param units consumed write units; without those of indexes if the item was there
     */
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
}
