package io.feedmill.testkit.contract;

/** The fake keeps the contract of what it stands for. */
class FakeScanStoreTest extends ScanStoreContract {
    FakeScanStoreTest() {
        super(new FakeScanBackend());
    }
}
