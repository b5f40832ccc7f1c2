package io.feedmill.common.dynamo;

import io.feedmill.common.key.KeyRange;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Rows of one partition in the order of their sort keys, ascending unless it says otherwise.
 *
 * @param first lowest sort key, inclusive; null together with {@code last}: all of the partition
 * @param after go on behind this sort key, in the query's order; null: from the first or the last one
 * @param limit so many rows at most; 0: no limit
 * @param sortKeysOnly whether rows come without their other attributes, partition key included: the units are the same, but there is less to read
 */
public record PartitionQuery(
        Table table,
        String pk,
        @Nullable String first,
        @Nullable String last,
        @Nullable String after,
        int limit,
        boolean consistent,
        boolean ascending,
        boolean sortKeysOnly)
        implements RowQuery {

    public static PartitionQuery of(Table table, String pk) {
        return new PartitionQuery(table, pk, null, null, null, 0, true, true, false);
    }

    public PartitionQuery between(String first, String last) {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, ascending, sortKeysOnly);
    }

    public PartitionQuery between(KeyRange range) {
        return between(range.first(), range.last());
    }

    public PartitionQuery after(@Nullable String sk) {
        return new PartitionQuery(table, pk, first, last, sk, limit, consistent, ascending, sortKeysOnly);
    }

    @Override
    public PartitionQuery limit(int rows) {
        return new PartitionQuery(table, pk, first, last, after, rows, consistent, ascending, sortKeysOnly);
    }

    /** At half the price, and without what was written a moment ago. */
    public PartitionQuery eventuallyConsistent() {
        return new PartitionQuery(table, pk, first, last, after, limit, false, ascending, sortKeysOnly);
    }

    /** From the greatest sort key to the least. */
    public PartitionQuery descending() {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, false, sortKeysOnly);
    }

    /** Without anything but their sort keys. */
    public PartitionQuery sortKeys() {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, ascending, true);
    }

    @Override
    public String sortKey() {
        return TableSchema.SK;
    }

    @Override
    public PartitionQuery behind(Row row) {
        return after(row.sk());
    }

    @Override
    public QueryRequest request(TableSchema tables) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":pk", AttributeValue.fromS(pk)));
        QueryRequest.Builder request = QueryRequest.builder()
                .tableName(tables.name(table))
                .consistentRead(consistent)
                .scanIndexForward(ascending)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        if (first == null || last == null) {
            request.keyConditionExpression("pk = :pk");
        } else {
            request.keyConditionExpression("pk = :pk AND sk BETWEEN :first AND :last");
            values.put(":first", AttributeValue.fromS(first));
            values.put(":last", AttributeValue.fromS(last));
        }
        if (after != null) {
            request.exclusiveStartKey(Attributes.key(pk, after).map());
        }
        if (limit > 0) {
            request.limit(limit);
        }
        if (sortKeysOnly) {
            request.projectionExpression(sortKey());
        }
        return request.expressionAttributeValues(values).build();
    }
}
