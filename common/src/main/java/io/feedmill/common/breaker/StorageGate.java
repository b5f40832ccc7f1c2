package io.feedmill.common.breaker;

import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** Admits calls to DynamoDB or SQS, each attempt for itself. The holder of a permit reports exactly one outcome, which releases it. Thread-safe. */
@FunctionalInterface
public interface StorageGate {

    /**
     * Returns a permit for a call of this operation and its tables or queue, as a policy allows or denies them. Throws a {@link StorageException} of
     * the kind {@code REJECTED} if there is none, or {@code FORBIDDEN} if this process may not make such calls.
     */
    CallPermit acquire(String call);

    /** Makes a call with a permit. Throws a {@link StorageException} if it fails, or is rejected and not made. */
    default <T> T call(String call, Supplier<T> supplier) {
        CallPermit permit = acquire(call);
        try {
            T result = supplier.get();
            permit.answered();
            return result;
        } catch (AbortedException e) {
            permit.abandoned();
            throw StorageErrors.classify(e);
        } catch (SdkException e) {
            StorageException failure = StorageErrors.classify(e);
            permit.failed(failure);
            throw failure;
        } catch (StorageException e) {
            permit.failed(e);
            throw e;
        } catch (RuntimeException | Error e) {
            permit.abandoned();
            throw e;
        }
    }

    /** The right to one call. By default it ignores its outcome. */
    interface CallPermit {
        /** The call succeeded, or a condition failed. */
        default void answered() {}

        /** The call failed, or was refused. */
        default void failed(StorageException failure) {}

        /** The call ended without an outcome: it was interrupted. */
        default void abandoned() {}
    }

    /** Admits every call at once. */
    static StorageGate open() {
        return call -> new CallPermit() {};
    }
}
