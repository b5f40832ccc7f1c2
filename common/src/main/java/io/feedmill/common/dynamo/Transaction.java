package io.feedmill.common.dynamo;

import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Writes that are applied together or not at all. */
record Transaction(List<TransactWriteItem> writes) {
    /** DynamoDB's limit. */
    private static final int MAX_ITEMS = 100;

    private static final String SEVERAL = "several";

    Transaction {
        if (writes.size() > MAX_ITEMS) {
            throw new IllegalArgumentException(
                    "A transaction of " + writes.size() + " items; DynamoDB takes " + MAX_ITEMS);
        }
    }

    /** Returns the request, with a token of its own. An attempt takes up to {@code timeout}; null: the client's. */
    TransactWriteItemsRequest request(RandomGenerator random, @Nullable Duration timeout) {
        return TransactWriteItemsRequest.builder()
                .transactItems(writes)
                .overrideConfiguration(call -> call.apiCallTimeout(timeout))
                .clientRequestToken(new UUID(random.nextLong(), random.nextLong()).toString())
                .build();
    }

    /** Returns the names of its tables, each once, sorted. */
    String tables() {
        return writes.stream().map(Transaction::table).distinct().sorted().collect(Collectors.joining(" "));
    }

    /** Returns the name of the table whose write is the reason of the failure, {@link #SEVERAL} if the answer does not say. */
    String refusing(StorageException failure) {
        List<CancellationReason> reasons = failure.getCause() instanceof TransactionCanceledException cancelled
                ? cancelled.cancellationReasons()
                : List.of();
        return IntStream.range(0, Math.min(reasons.size(), writes.size()))
                .filter(write -> failure.reason().equals(reasons.get(write).code()))
                .mapToObj(write -> table(writes.get(write)))
                .findFirst()
                .orElse(SEVERAL);
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
