package io.feedmill.contracts;

import io.feedmill.testkit.contract.StoreContracts;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import java.time.InstantSource;

/** The stores in a database in memory keep their contracts. */
class MemoryStoresTest extends StoreContracts {

    @Override
    public DynamoBackend backend() {
        return Tables.BACKEND;
    }

    @Override
    protected DynamoScanBackend scanBackend() {
        return Tables.SCANNED;
    }

    private static final class Tables {
        private static final DynamoBackend BACKEND = DynamoBackend.inMemory();
        private static final DynamoScanBackend SCANNED =
                DynamoScanBackend.inMemory(new MemoryDynamoDb(InstantSource.system()));
    }
}
