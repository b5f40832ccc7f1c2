package io.feedmill.common.dynamo;

import java.util.List;
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
    record RowPage(List<Row> rows, @Nullable String next, double units) {}
}
