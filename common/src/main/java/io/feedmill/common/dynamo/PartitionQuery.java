package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.storage.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Rows of one partition in the order of their sort keys, ascending by default.
 *
 * @param index the secondary index whose sort keys count; null: none, those of the table
 * @param range bounds of the sort keys; null: all of the partition
 * @param start the keys of the row to continue after, in the query's order; null: from the beginning
 * @param limit maximum of rows; 0: no limit
 * @param only names of attributes, after which rows have no others, not even the partition key: the units are the same, but the answer is smaller;
 *     null: all
 * @param unexpired leaves out the rows that have expired at this time; null: with them
 */
public record PartitionQuery(
        Table table,
        String pk,
        @Nullable Index index,
        @Nullable KeyRange range,
        @Nullable Attributes start,
        int limit,
        boolean consistent,
        boolean ascending,
        @Nullable String only,
        @Nullable Instant unexpired) {

    /** Far longer than any write takes to reach all replicas. */
    private static final Duration RECENT = Duration.ofMinutes(5);

    public static PartitionQuery of(Table table, String pk) {
        return new PartitionQuery(table, pk, null, null, null, 0, true, true, null, null);
    }

    public PartitionQuery between(String first, String last) {
        return between(new KeyRange(first, last));
    }

    public PartitionQuery between(@Nullable KeyRange keys) {
        return new PartitionQuery(table, pk, index, keys, start, limit, consistent, ascending, only, unexpired);
    }

    public PartitionQuery after(@Nullable String sk) {
        if (sk != null && index != null) {
            throw new IllegalStateException("A query of an index continues after a row, by the keys of both");
        }
        return after(sk == null ? null : Attributes.key(pk, sk));
    }

    /** Continued after the row with these keys of table and index; null: from the beginning. */
    public PartitionQuery after(@Nullable Attributes keys) {
        return new PartitionQuery(table, pk, index, range, keys, limit, consistent, ascending, only, unexpired);
    }

    PartitionQuery after(Row row) {
        Attributes keys = Attributes.key(pk, row.sk());
        return after(index == null ? keys : keys.string(sortKey(), row.string(sortKey())));
    }

    /** The rows by the sort keys of the table's index; of a global one there are no consistent reads. */
    public PartitionQuery byIndex() {
        Index by = Objects.requireNonNull(table.index());
        return new PartitionQuery(table, pk, by, range, start, limit, by.local(), ascending, only, unexpired);
    }

    /** The attribute that holds the sort key. */
    String sortKey() {
        return index == null ? TableSchema.SK : index.attribute();
    }

    public PartitionQuery limit(int rows) {
        return new PartitionQuery(table, pk, index, range, start, rows, consistent, ascending, only, unexpired);
    }

    /** Half the price; may miss the latest writes. */
    public PartitionQuery eventuallyConsistent() {
        return new PartitionQuery(table, pk, index, range, start, limit, false, ascending, only, unexpired);
    }

    /**
     * A further page, after this sort key, newest rows first. The page is strongly consistent if it may have rows of the last minutes, which may not
     * have reached all replicas, so that a walk misses none, and costs half otherwise.
     */
    public PartitionQuery furtherPage(String sk, Instant written, Instant now) {
        PartitionQuery page = after(sk);
        return written.isAfter(now.minus(RECENT)) ? page : page.eventuallyConsistent();
    }

    public PartitionQuery descending() {
        return new PartitionQuery(table, pk, index, range, start, limit, consistent, false, only, unexpired);
    }

    public PartitionQuery sortKeys() {
        return only(TableSchema.SK);
    }

    /** With these attributes only, separated by commas. */
    public PartitionQuery only(String attributes) {
        return new PartitionQuery(table, pk, index, range, start, limit, consistent, ascending, attributes, unexpired);
    }

    /** Without the rows that have expired at this time. They are read and cost as much. */
    public PartitionQuery unexpired(Instant now) {
        return new PartitionQuery(table, pk, index, range, start, limit, consistent, ascending, only, now);
    }

    QueryRequest request(TableSchema tables) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":pk", AttributeValue.fromS(pk)));
        QueryRequest.Builder request = QueryRequest.builder()
                .tableName(tables.name(table))
                .consistentRead(consistent)
                .scanIndexForward(ascending)
                .exclusiveStartKey(start)
                .indexName(index == null ? null : index.name())
                .limit(limit == 0 ? null : limit)
                .projectionExpression(only)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        if (range == null) {
            request.keyConditionExpression("pk = :pk");
        } else {
            // the name of the attribute may be a reserved word
            request.keyConditionExpression("pk = :pk AND #sort BETWEEN :first AND :last")
                    .expressionAttributeNames(Map.of("#sort", sortKey()));
            values.put(":first", AttributeValue.fromS(range.first()));
            values.put(":last", AttributeValue.fromS(range.last()));
        }
        if (unexpired != null) {
            request.filterExpression("attribute_not_exists(expires) OR expires > :now");
            values.put(":now", AttributeValue.fromN(Long.toString(unexpired.getEpochSecond())));
        }
        return request.expressionAttributeValues(values).build();
    }

    /** The rows of one Query, or of consecutive ones, the sort key to continue after (null at the end), and the consumed read units. */
    public record RowPage(List<Row> rows, @Nullable String next, double units) {
        public <T> List<T> map(Function<Row, T> mapping) {
            return rows.stream().map(mapping).toList();
        }

        /** A page with what is made of the rows. */
        public <T, K> Page<T, K> page(Function<Stream<Row>, Stream<T>> mapping, Function<String, K> parser) {
            return new Page<>(mapping.apply(rows.stream()).toList(), next(parser));
        }

        /** Where the next page continues; null at the end. */
        public <K> @Nullable K next(Function<String, K> parser) {
            return next == null ? null : parser.apply(next);
        }

        /** The first rows of a page that was asked for one more, to know whether there are more. */
        public RowPage first(int limit) {
            return rows.size() <= limit
                    ? this
                    : new RowPage(rows.subList(0, limit), rows.get(limit - 1).sk(), units);
        }
    }
}
