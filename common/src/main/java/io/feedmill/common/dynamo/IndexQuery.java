package io.feedmill.common.dynamo;

import io.feedmill.common.key.KeyRange;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Rows of one partition of an index in descending order of the index's sort key. There are no consistent reads of such an index.
 *
 * @param after the row to go on behind, with its keys of table and index; null: from the greatest
 * @param limit so many rows at most
 */
public record IndexQuery(
        Table table,
        Index index,
        String pk,
        KeyRange range,
        @Nullable Map<String, AttributeValue> after,
        int limit) {

    QueryRequest request(TableSchema tables) {
        return QueryRequest.builder()
                .tableName(tables.name(table))
                .indexName(index.attribute())
                .keyConditionExpression("pk = :pk AND " + index.attribute() + " BETWEEN :first AND :last")
                .expressionAttributeValues(Attributes.of()
                        .string(":pk", pk)
                        .string(":first", range.first())
                        .string(":last", range.last())
                        .map())
                .exclusiveStartKey(after)
                .scanIndexForward(false)
                .limit(limit)
                .build();
    }
}
