package io.feedmill.common.dynamo;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** A query for rows of one partition, of a table or of its index, in the order of their sort keys there. */
public sealed interface RowQuery permits PartitionQuery, IndexQuery {

    /** The attribute that has those sort keys. */
    String sortKey();

    /** Whether it begins with the least one. */
    boolean ascending();

    /** The same, for so many rows at most. */
    RowQuery limit(int rows);

    /** The same, from behind a row that it brought. */
    RowQuery behind(Row row);

    QueryRequest request(TableSchema tables);

    /**
     * What one Query returned, or several that went on behind each other.
     *
     * @param next the sort key to go on behind; null where the Query came to its end
     * @param units the read units that it consumed
     */
    record RowPage(List<Row> rows, @Nullable String next, double units) {}
}
