package io.feedmill.common.dynamo;

import java.util.Optional;

/** Bounds the batch writes of the process. Whoever takes a permit reports exactly one outcome, which gives it back. Thread-safe. */
public interface WriteGate {

    /** Waits for a permit to send this many write units; none where the terms allow no other call any more, and never longer than that. */
    Optional<Permit> acquire(int units, WriteTerms terms);

    /** The right to one batch write. */
    interface Permit {
        /** All of it was written. */
        void succeeded();

        /** The store refused so many of its units, all or a part. */
        void throttled(int units);

        /** Nothing can be said about the store's capacity. */
        void abandoned();
    }

    /** Lets everything through that is in time. */
    static WriteGate open() {
        Permit permit = new Permit() {
            @Override
            public void succeeded() {}

            @Override
            public void throttled(int units) {}

            @Override
            public void abandoned() {}
        };
        return (units, terms) -> terms.allowAnotherCall() ? Optional.of(permit) : Optional.empty();
    }
}
