package io.feedmill.contracts;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Runs an action between the preparation and the send of a call: a race with a fixed order. Thread-safe. */
final class Meanwhile implements ExecutionInterceptor {
    private record Event(Class<? extends SdkRequest> type, Runnable action) {}

    private final AtomicReference<@Nullable Event> next = new AtomicReference<>();

    /** Runs the action before the next request of this type, on that request's thread. */
    void beforeNext(Class<? extends SdkRequest> type, Runnable action) {
        next.set(new Event(type, action));
    }

    /** Whether the action has run, or begun. */
    boolean isOver() {
        return next.get() == null;
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        Event event = next.get();
        if (event != null && event.type().isInstance(context.request()) && next.compareAndSet(event, null)) {
            event.action().run();
        }
    }
}
