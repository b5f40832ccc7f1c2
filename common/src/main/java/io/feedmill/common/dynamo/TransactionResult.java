package io.feedmill.common.dynamo;

import org.jspecify.annotations.Nullable;

/** What came of a transaction. */
public sealed interface TransactionResult {

    /** Everything is written. */
    record Committed() implements TransactionResult {}

    /**
     * A condition did not hold: nothing is written.
     *
     * @param write which write's condition, counted from 0
     * @param current the item that stands there, null where there is none or the write did not ask for it
     */
    record ConditionFailed(int write, @Nullable Row current) implements TransactionResult {}
}
