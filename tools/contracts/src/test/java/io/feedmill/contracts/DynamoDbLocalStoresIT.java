package io.feedmill.contracts;

import io.feedmill.testkit.contract.Backend;
import io.feedmill.testkit.contract.ScanBackend;
import io.feedmill.testkit.contract.StoreContracts;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import org.junit.jupiter.api.Tag;

/** The stores in DynamoDB Local keep their contracts. In {@code mvn verify} they keep them in memory, as {@link MemoryStoresTest}. */
@Tag("full")
class DynamoDbLocalStoresIT extends StoreContracts {

    @Override
    public Backend backend() {
        return Tables.BACKEND;
    }

    @Override
    protected ScanBackend scanBackend() {
        return Tables.SCANNED;
    }

    private static final class Tables {
        private static final Backend BACKEND = DynamoBackend.inDynamoDbLocal();
        private static final ScanBackend SCANNED = DynamoScanBackend.inDynamoDbLocal();
    }
}
