package io.feedmill.common.storage;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Results of calls that another thread makes. */
public final class Futures {
    private Futures() {}

    /** Waits for the result; throws the call's own failure. */
    public static <T> T result(Future<T> call) {
        try {
            return call.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
