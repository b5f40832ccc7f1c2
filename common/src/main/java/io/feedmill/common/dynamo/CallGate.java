package io.feedmill.common.dynamo;

import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;

/** Admits calls to DynamoDB, each attempt for itself. The holder of a permit reports exactly one outcome, which releases it. Thread-safe. */
@FunctionalInterface
public interface CallGate {

    /** Returns a permit for one call. Throws a {@link StorageException} of the kind {@code REJECTED} if there is none. */
    Permit acquire();

    /** Makes a call with a permit. Throws a {@link StorageException} if it fails, or is rejected and not made. */
    default <T> T call(Supplier<T> call) {
        Permit permit = acquire();
        boolean unanswered = false;
        try {
            return call.get();
        } catch (SdkException e) {
            StorageException failure = StorageErrors.classify(e);
            unanswered = !StorageErrors.refused(failure);
            throw failure;
        } finally {
            if (unanswered) {
                permit.unanswered();
            } else {
                permit.answered();
            }
        }
    }

    /** The right to one call. */
    interface Permit {
        /** The store answered: also with a throttle, a failed condition or another refusal. */
        void answered();

        /** The store did not answer, or with a server error. */
        void unanswered();
    }

    /** Admits every call at once. */
    static CallGate open() {
        return Open::new;
    }

    /** A permit that ignores its outcome. */
    record Open() implements Permit {
        @Override
        public void answered() {}

        @Override
        public void unanswered() {}
    }
}
