package io.feedmill.contracts;

import io.feedmill.testkit.contract.StoreContracts;
import io.feedmill.testkit.server.DynamoBackend;

/** The stores in a database in memory keep their contracts. */
class MemoryStoresTest extends StoreContracts {

    @Override
    public DynamoBackend backend() {
        return Tables.BACKEND;
    }

    private static final class Tables {
        private static final DynamoBackend BACKEND = DynamoBackend.inMemory();
    }
}
