package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import java.util.Optional;

/** Bounds the batch writes of the process. Whoever takes a permit reports exactly one outcome, which gives it back. Thread-safe. */
public interface WriteGate {

    /**
     * Waits for a permit to send these write units or some of them; none where the terms allow no other call any more, and never longer than that.
     */
    Optional<Permit> acquire(int units, WriteOptions terms);

    /** The right to one batch write. */
    interface Permit {
        /** How many write units may be sent: at least one, and no more than were asked for. */
        int units();

        /** All of it was written. */
        void succeeded();

        /** The store refused so many of its units, all or a part. */
        void throttled(int units);

        /** Nothing can be said about the store's capacity. */
        void abandoned();
    }

    /** Lets everything through that is in time. */
    static WriteGate open() {
        return (units, terms) -> terms.allowAnotherCall() ? Optional.of(new Open(units)) : Optional.empty();
    }

    /** A permit whose outcome nobody wants to know. */
    record Open(int units) implements Permit {
        @Override
        public void succeeded() {}

        @Override
        public void throttled(int refused) {}

        @Override
        public void abandoned() {}
    }
}
