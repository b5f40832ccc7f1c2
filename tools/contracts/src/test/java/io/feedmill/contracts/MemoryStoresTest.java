package io.feedmill.contracts;

import io.feedmill.testkit.contract.Backend;
import io.feedmill.testkit.contract.ScanBackend;
import io.feedmill.testkit.contract.StoreContracts;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import java.time.InstantSource;

/** The stores in a database in memory keep their contracts. */
class MemoryStoresTest extends StoreContracts {

    @Override
    public Backend backend() {
        return Tables.BACKEND;
    }

    @Override
    protected ScanBackend scanBackend() {
        return Tables.SCANNED;
    }

    private static final class Tables {
        private static final Backend BACKEND = DynamoBackend.inMemory();
        private static final ScanBackend SCANNED =
                DynamoScanBackend.inMemory(new MemoryDynamoDb(InstantSource.system()));
    }
}
