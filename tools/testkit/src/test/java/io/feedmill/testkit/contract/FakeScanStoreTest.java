package io.feedmill.testkit.contract;

/** Runs the contract with the fake. */
class FakeScanStoreTest extends ScanStoreContract {
    FakeScanStoreTest() {
        super(new FakeScanBackend());
    }
}
