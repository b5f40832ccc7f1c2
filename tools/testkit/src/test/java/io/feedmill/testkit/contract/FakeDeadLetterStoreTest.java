package io.feedmill.testkit.contract;

/** Runs the contract with the fake. */
class FakeDeadLetterStoreTest extends DeadLetterStoreContract {
    FakeDeadLetterStoreTest() {
        super(new FakeDeadLetterBackend());
    }
}
