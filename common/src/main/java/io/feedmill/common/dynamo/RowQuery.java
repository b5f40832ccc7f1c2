package io.feedmill.common.dynamo;

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
}
