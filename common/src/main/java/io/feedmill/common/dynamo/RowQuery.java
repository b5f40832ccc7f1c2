package io.feedmill.common.dynamo;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** A query for rows of one partition, of a table or of its index, in the order of their sort keys there. */
public sealed interface RowQuery permits PartitionQuery, IndexQuery {

    /** The attribute that holds the sort key. */
    String sortKey();

    /** Whether it ascends. */
    boolean ascending();

    /** The same query with this maximum of rows. */
    RowQuery limit(int rows);

    /** The same query, continued after a row. */
    RowQuery after(Row row);

    QueryRequest request(TableSchema tables);

    /**
     * The rows of one Query, or of consecutive ones.
     *
     * @param next the sort key to continue after; null at the end
     * @param units consumed read units
     */
    record RowPage(List<Row> rows, @Nullable String next, double units) {
        public <T> List<T> map(Function<Row, T> mapping) {
            return rows.stream().map(mapping).toList();
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
