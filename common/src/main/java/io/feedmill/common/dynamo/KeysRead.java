package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.storage.StorageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** A read of several keys that asks again only for unprocessed ones. */
final class KeysRead {
    private final DynamoDbClient client;
    private final String table;
    private final Consistency consistency;
    private final List<Row> rows = new ArrayList<>();
    private Collection<? extends Map<String, AttributeValue>> left;

    KeysRead(
            DynamoDbClient client,
            String table,
            Collection<? extends Map<String, AttributeValue>> keys,
            Consistency consistency) {
        this.client = client;
        this.table = table;
        this.left = keys;
        this.consistency = consistency;
    }

    /** Returns all rows. Throws if keys stay unprocessed. */
    List<Row> send(Retries.Attempt attempt) {
        BatchGetItemResponse response = client.batchGetItem(request());
        response.responses().getOrDefault(table, List.of()).forEach(item -> rows.add(new Row(item)));
        if (response.unprocessedKeys().containsKey(table)) {
            left = response.unprocessedKeys().get(table).keys();
            throw new StorageException(StorageException.Kind.THROTTLED, "UnprocessedKeys");
        }
        return rows;
    }

    private BatchGetItemRequest request() {
        KeysAndAttributes keys = KeysAndAttributes.builder()
                .keys(left)
                .consistentRead(consistency == Consistency.STRONG)
                .build();
        return BatchGetItemRequest.builder().requestItems(Map.of(table, keys)).build();
    }
}
