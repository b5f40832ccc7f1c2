package io.feedmill.testkit.server;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A {@link ScanStore} over the tables of an account, and writes to these. */
public record DynamoScanBackend(DynamoDbClient client) {
    private static final int BATCH = 25;

    /** Its reads are repeated without a pause. */
    public ScanStore store() {
        DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry(), List.of());
        TableSchema schema = new TableSchema("none-");
        Timing timing = new Timing(SuspendSafeClock.system(), pause -> {}, new SecureRandom());
        return new ScanStore(new Dynamo(client, schema, metrics, StorageGate.open(), timing));
    }

    /** Creates the table and its indexes. The partition key of an index is a string attribute with the index's name. */
    public void create(ScannedTable table) {
        KeyAttribute partitionKey = table.partitionKey();
        KeyAttribute sortKey = table.sortKey();
        List<KeySchemaElement> keys = new ArrayList<>(List.of(element(partitionKey.name(), KeyType.HASH)));
        // Those of the indexes come first, so that no code can depend on the order.
        List<AttributeDefinition> definitions = new ArrayList<>();
        table.indexes().forEach(index -> definitions.add(definition(index.name(), ScalarType.S)));
        if (sortKey != null) {
            keys.add(element(sortKey.name(), KeyType.RANGE));
            definitions.add(definition(sortKey.name(), sortKey.type()));
        }
        definitions.add(definition(partitionKey.name(), partitionKey.type()));
        List<GlobalSecondaryIndex> indexes =
                table.indexes().stream().map(DynamoScanBackend::index).toList();
        client.createTable(r -> r.tableName(table.name())
                .attributeDefinitions(definitions)
                .keySchema(keys)
                .globalSecondaryIndexes(indexes.isEmpty() ? null : indexes)
                .billingMode(BillingMode.PAY_PER_REQUEST));
        client.waiter().waitUntilTableExists(r -> r.tableName(table.name()));
    }

    private static AttributeDefinition definition(String name, ScalarType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type.name())
                .build();
    }

    private static GlobalSecondaryIndex index(TableIndex index) {
        return GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(element(index.name(), KeyType.HASH))
                .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                .build();
    }

    private static KeySchemaElement element(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    /** Puts items with these keys and a payload of this size into the table and the named indexes. */
    public void put(ScannedTable table, List<Map<String, KeyValue>> keys, int bytes, List<String> indexes) {
        List<WriteRequest> writes = keys.stream()
                .map(key -> item(table, key, bytes, indexes))
                .map(item ->
                        WriteRequest.builder().putRequest(put -> put.item(item)).build())
                .toList();
        for (int from = 0; from < writes.size(); from += BATCH) {
            List<WriteRequest> batch = writes.subList(from, Math.min(from + BATCH, writes.size()));
            client.batchWriteItem(r -> r.requestItems(Map.of(table.name(), batch)));
        }
    }

    private static Map<String, AttributeValue> item(
            ScannedTable table, Map<String, KeyValue> key, int bytes, List<String> indexes) {
        Map<String, AttributeValue> item = new HashMap<>();
        key.forEach((name, value) -> item.put(name, attribute(value)));
        String partition =
                Objects.requireNonNull(key.get(table.partitionKey().name())).text();
        indexes.forEach(index -> item.put(index, AttributeValue.fromS(partition)));
        item.put("payload", AttributeValue.fromS("x".repeat(bytes)));
        return item;
    }

    private static AttributeValue attribute(KeyValue value) {
        return switch (value.type()) {
            case S -> AttributeValue.fromS(value.text());
            case N -> AttributeValue.fromN(value.text());
            case B ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(value.text())));
        };
    }
}
