package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import java.util.Optional;

/** Bounds the batch writes of the process. The holder of a permit reports exactly one outcome, which releases it. Thread-safe. */
public interface WriteGate {

    /** Waits for a permit to send these write units or some of them, until the options allow no further call; then it is empty. */
    Optional<WritePermit> acquire(int units, WriteOptions options);

    /** The right to one batch write. By default it ignores its outcome. */
    interface WritePermit {
        /** The number of write units that may be sent: at least one, up to the requested number. */
        int units();

        default void succeeded() {}

        /** The store refused this number of its units. */
        default void throttled(int units) {}

        /** The outcome says nothing about the store's capacity. */
        default void abandoned() {}
    }

    /** Permits every write before its deadline. */
    static WriteGate open() {
        return (units, options) -> options.allowAnotherCall() ? Optional.of(() -> units) : Optional.empty();
    }

    /** The priority of writes that wait for each other. */
    enum WriteLane {
        /** Few and urgent writes: jobs that fit into one slice. */
        EXPRESS,
        /** Mass writes: slices, imports, repairs. They always get a share. */
        BULK
    }
}
