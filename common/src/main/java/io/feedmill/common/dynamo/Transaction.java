package io.feedmill.common.dynamo;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Writes that are applied together or not at all. */
record Transaction(List<TransactWriteItem> writes) {
    /** DynamoDB's limit. */
    private static final int MAX_ITEMS = 100;

    Transaction {
        if (writes.size() > MAX_ITEMS) {
            throw new IllegalArgumentException(
                    "A transaction of " + writes.size() + " items; DynamoDB takes " + MAX_ITEMS);
        }
    }

    /** Returns the request, with a token of its own. */
    TransactWriteItemsRequest request() {
        return TransactWriteItemsRequest.builder()
                .transactItems(writes)
                .clientRequestToken(UUID.randomUUID().toString())
                .build();
    }

    /** Returns the names of its tables, each once, sorted. */
    String tables() {
        return writes.stream().map(Transaction::table).distinct().sorted().collect(Collectors.joining(" "));
    }

    private static String table(TransactWriteItem write) {
        if (write.put() != null) {
            return write.put().tableName();
        }
        if (write.update() != null) {
            return write.update().tableName();
        }
        return write.delete() != null
                ? write.delete().tableName()
                : write.conditionCheck().tableName();
    }
}
