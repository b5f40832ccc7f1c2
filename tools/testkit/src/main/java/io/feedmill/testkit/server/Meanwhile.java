package io.feedmill.testkit.server;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Has something else happen after a call was decided upon and before it is sent: a race in the same order each time. Thread-safe. */
public final class Meanwhile implements ExecutionInterceptor {
    private final AtomicReference<@Nullable Event> next = new AtomicReference<>();

    /** Runs it before the next request of this type, on that request's thread. */
    public void beforeNext(Class<? extends DynamoDbRequest> type, Runnable action) {
        next.set(new Event(type, action));
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        Event event = next.get();
        if (event != null && event.type().isInstance(context.request()) && next.compareAndSet(event, null)) {
            event.action().run();
        }
    }

    private record Event(Class<?> type, Runnable action) {}
}
