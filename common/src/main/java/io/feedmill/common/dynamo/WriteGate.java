package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import java.util.Optional;

/** Bounds the batch writes of the process. The holder of a permit reports exactly one outcome, which releases it. Thread-safe. */
public interface WriteGate {

    /**
     * Waits for a permit to send these write units or some of them; empty if the options allow no further call; never waits longer than that.
     */
    Optional<WritePermit> acquire(int units, WriteOptions options);

    /** The right to one batch write. */
    interface WritePermit {
        /** The number of write units that may be sent: at least one, up to the requested number. */
        int units();

        /** All of it was written. */
        void succeeded();

        /** The store refused this number of its units. */
        void throttled(int units);

        /** The outcome says nothing about the store's capacity. */
        void abandoned();
    }

    /** Permits every write before its deadline. */
    static WriteGate open() {
        return (units, options) -> options.allowAnotherCall() ? Optional.of(new Open(units)) : Optional.empty();
    }

    /** A permit that ignores its outcome. */
    record Open(int units) implements WritePermit {
        @Override
        public void succeeded() {}

        @Override
        public void throttled(int refused) {}

        @Override
        public void abandoned() {}
    }

    /** The priority of writes that wait for each other. */
    enum WriteLane {
        /** Few and urgent writes: jobs that fit into one slice. */
        EXPRESS,
        /** Mass writes: slices, imports, repairs. They always get a share. */
        BULK
    }
}
