package io.feedmill.testkit.contract;

import org.junit.jupiter.api.Nested;

/** Runs every store's contract with the fakes. */
class FakeStoresTest extends StoreContracts {
    private static final Backend BACKEND = new FakeBackend();

    @Override
    public Backend backend() {
        return BACKEND;
    }

    @Override
    protected ScanBackend scanBackend() {
        return new FakeScanBackend();
    }

    @Nested
    class DeadLetters extends DeadLetterStoreContract {
        DeadLetters() {
            super(new FakeDeadLetterBackend());
        }
    }
}
