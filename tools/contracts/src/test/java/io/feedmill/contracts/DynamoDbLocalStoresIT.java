package io.feedmill.contracts;

import io.feedmill.testkit.contract.StoreContracts;
import io.feedmill.testkit.server.DynamoBackend;
import org.junit.jupiter.api.Tag;

/** The stores in DynamoDB Local keep their contracts. In {@code mvn verify} they keep them in memory, as {@link MemoryStoresTest}. */
@Tag("full")
class DynamoDbLocalStoresIT extends StoreContracts {

    @Override
    public DynamoBackend backend() {
        return Tables.BACKEND;
    }

    private static final class Tables {
        private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();
    }
}
