package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.key.KeyRange;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Rows of one partition of an index in descending order of the index's sort key. There are no consistent reads of such an index.
 *
 * @param after the row to continue after, with its keys of table and index; null: from the greatest
 * @param limit maximum of rows
 */
public record IndexQuery(
        Table table,
        Index index,
        String pk,
        KeyRange range,
        @Nullable Map<String, AttributeValue> after,
        int limit) implements RowQuery {

    @Override
    public String sortKey() {
        return index.attribute();
    }

    @Override
    public boolean ascending() {
        return false;
    }

    @Override
    public IndexQuery limit(int rows) {
        return new IndexQuery(table, index, pk, range, after, rows);
    }

    @Override
    public IndexQuery after(Row row) {
        Attributes keys = Attributes.key(pk, row.sk()).string(sortKey(), row.string(sortKey()));
        return new IndexQuery(table, index, pk, range, keys, limit);
    }

    @Override
    public QueryRequest request(TableSchema tables) {
        return QueryRequest.builder()
                .tableName(tables.name(table))
                .indexName(index.attribute())
                .keyConditionExpression("pk = :pk AND " + sortKey() + " BETWEEN :first AND :last")
                .expressionAttributeValues(Attributes.of()
                        .string(":pk", pk)
                        .string(":first", range.first())
                        .string(":last", range.last()))
                .exclusiveStartKey(after)
                .scanIndexForward(false)
                .limit(limit)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
    }
}
