package io.feedmill.common.storage;

import io.opentelemetry.context.Context;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Calls that a request makes in parallel, each on a thread of its own, within the trace of the request. */
public final class Parallel {
    private Parallel() {}

    /** Starts a call. */
    public static <T> Future<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(Context.current().wrap(call));
        Thread.startVirtualThread(task);
        return task;
    }

    /** Waits for the result; throws the call's own failure. */
    public static <T> T await(Future<T> call) {
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
