package io.feedmill.common.dynamo;

import io.feedmill.common.key.KeyRange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Rows of one partition in the order of their sort keys, ascending by default.
 *
 * @param first lowest sort key, inclusive; null together with {@code last}: all of the partition
 * @param after continues after this sort key, in the query's order; null: from the beginning
 * @param limit maximum of rows; 0: no limit
 * @param only names of attributes, after which rows have no others, not even the partition key: the units are the same, but the answer is smaller;
 *     null: all
 * @param unexpired leaves out the rows that have expired at this time; null: with them
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
        @Nullable String only,
        @Nullable Instant unexpired)
        implements RowQuery {

    /** Far longer than any write takes to reach all replicas. */
    private static final Duration RECENT = Duration.ofMinutes(5);

    public static PartitionQuery of(Table table, String pk) {
        return new PartitionQuery(table, pk, null, null, null, 0, true, true, null, null);
    }

    public PartitionQuery between(String first, String last) {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, ascending, only, unexpired);
    }

    public PartitionQuery between(KeyRange range) {
        return between(range.first(), range.last());
    }

    public PartitionQuery after(@Nullable String sk) {
        return new PartitionQuery(table, pk, first, last, sk, limit, consistent, ascending, only, unexpired);
    }

    @Override
    public PartitionQuery limit(int rows) {
        return new PartitionQuery(table, pk, first, last, after, rows, consistent, ascending, only, unexpired);
    }

    /** Half the price; may miss the latest writes. */
    public PartitionQuery eventuallyConsistent() {
        return new PartitionQuery(table, pk, first, last, after, limit, false, ascending, only, unexpired);
    }

    /**
     * A further page, newest rows first. Those of the last minutes may not have reached all replicas: the page is strongly consistent if it may
     * have some, so that a walk misses none, and costs half otherwise.
     *
     * @param sk continues after this sort key
     * @param written when that row was written
     */
    public PartitionQuery furtherPage(String sk, Instant written, Instant now) {
        PartitionQuery page = after(sk);
        return written.isAfter(now.minus(RECENT)) ? page : page.eventuallyConsistent();
    }

    /** In descending order. */
    public PartitionQuery descending() {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, false, only, unexpired);
    }

    /** With sort keys only. */
    public PartitionQuery sortKeys() {
        return only(TableSchema.SK);
    }

    /** With these attributes only, separated by commas. */
    public PartitionQuery only(String attributes) {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, ascending, attributes, unexpired);
    }

    /** Without the rows that have expired at this time. They are read and cost as much. */
    public PartitionQuery unexpired(Instant now) {
        return new PartitionQuery(table, pk, first, last, after, limit, consistent, ascending, only, now);
    }

    @Override
    public String sortKey() {
        return TableSchema.SK;
    }

    @Override
    public PartitionQuery after(Row row) {
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
            request.exclusiveStartKey(Attributes.key(pk, after));
        }
        if (limit > 0) {
            request.limit(limit);
        }
        if (only != null) {
            request.projectionExpression(only);
        }
        if (unexpired != null) {
            request.filterExpression("attribute_not_exists(expires) OR expires > :now");
            values.put(":now", AttributeValue.fromN(Long.toString(unexpired.getEpochSecond())));
        }
        return request.expressionAttributeValues(values).build();
    }
}
