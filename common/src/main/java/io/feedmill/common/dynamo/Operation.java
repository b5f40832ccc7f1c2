package io.feedmill.common.dynamo;

/** The calls that we make to DynamoDB, as metrics name them. */
enum Operation {
    GET_ITEM("GetItem"),
    BATCH_GET_ITEM("BatchGetItem"),
    QUERY("Query"),
    SCAN("Scan"),
    DESCRIBE_TABLE("DescribeTable"),
    PUT_ITEM("PutItem"),
    UPDATE_ITEM("UpdateItem"),
    DELETE_ITEM("DeleteItem"),
    TRANSACT_WRITE_ITEMS("TransactWriteItems"),
    BATCH_WRITE_ITEM("BatchWriteItem");

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** DynamoDB's name of it. */
    String label() {
        return label;
    }
}
