package io.feedmill.common.partition;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Reads the keys of any table of the account, whatever its prefix. Thread-safe. */
@Component
public record ScanStore(Dynamo dynamo) {

    /** Describes the table; empty if it is absent. */
    public Optional<ScannedTable> describe(String table) {
        return dynamo.describe(table).map(ScanStore::table);
    }

    /** One read, with a bounded number of retries; then it throws a {@link io.feedmill.common.storage.StorageException}. */
    public ScanKeys read(ScanRead read) {
        return keys(read, dynamo.scan(request(read)));
    }

    private static ScannedTable table(TableDescription table) {
        return new ScannedTable(
                table.tableName(),
                Objects.requireNonNull(attribute(table, KeyType.HASH)),
                attribute(table, KeyType.RANGE),
                table.itemCount(),
                table.tableSizeBytes(),
                Stream.concat(
                                table.globalSecondaryIndexes().stream()
                                        .map(each -> index(each.indexName(), each.itemCount(), each.indexSizeBytes())),
                                table.localSecondaryIndexes().stream()
                                        .map(each -> index(each.indexName(), each.itemCount(), each.indexSizeBytes())))
                        .toList());
    }

    /** A table or index in creation has no statistics. */
    private static TableIndex index(String name, @Nullable Long items, @Nullable Long bytes) {
        return new TableIndex(name, Objects.requireNonNullElse(items, 0L), Objects.requireNonNullElse(bytes, 0L));
    }

    private static @Nullable KeyAttribute attribute(TableDescription table, KeyType part) {
        return table.keySchema().stream()
                .filter(element -> element.keyType() == part)
                .map(KeySchemaElement::attributeName)
                .map(name -> new KeyAttribute(name, type(table.attributeDefinitions(), name)))
                .findFirst()
                .orElse(null);
    }

    /** The definitions are in no order and include those of indexes. */
    private static ScalarType type(List<AttributeDefinition> definitions, String name) {
        return definitions.stream()
                .filter(definition -> definition.attributeName().equals(name))
                .map(definition -> ScalarType.valueOf(definition.attributeTypeAsString()))
                .findFirst()
                .orElseThrow();
    }

    private static ScanRequest request(ScanRead read) {
        return ScanRequest.builder()
                .tableName(read.table().name())
                .indexName(read.index())
                .segment(read.segment())
                .totalSegments(read.segments())
                .projectionExpression("#partition")
                .expressionAttributeNames(
                        Map.of("#partition", read.table().partitionKey().name()))
                .exclusiveStartKey(read.after() == null ? null : attributes(read.after()))
                .limit(read.limit() == 0 ? null : read.limit())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
    }

    private static ScanKeys keys(ScanRead read, ScanResponse response) {
        String name = read.table().partitionKey().name();
        return new ScanKeys(
                response.items().stream()
                        .map(item -> value(Objects.requireNonNull(item.get(name), name)))
                        .toList(),
                response.lastEvaluatedKey().isEmpty() ? null : position(response.lastEvaluatedKey()),
                response.consumedCapacity() == null
                        ? 0
                        : response.consumedCapacity().capacityUnits());
    }

    private static ScanPosition position(Map<String, AttributeValue> key) {
        return new ScanPosition(
                key.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, part -> value(part.getValue()))));
    }

    private static Map<String, AttributeValue> attributes(ScanPosition position) {
        return position.key().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, part -> part.getValue().attribute()));
    }

    private static KeyValue value(AttributeValue value) {
        return switch (value.type()) {
            case S -> new KeyValue(ScalarType.S, value.s());
            case N -> new KeyValue(ScalarType.N, value.n());
            case B ->
                new KeyValue(
                        ScalarType.B,
                        Base64.getEncoder().encodeToString(value.b().asByteArray()));
            default -> throw new IllegalStateException("Invalid type of a key: " + value.type());
        };
    }
}
