package io.feedmill.testkit.server;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Records the requests of clients, for options that do not change an emulator's answer. Thread-safe. */
public final class RecordedRequests implements ExecutionInterceptor {
    private final Queue<SdkRequest> requests = new ConcurrentLinkedQueue<>();

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        requests.add(context.request());
    }

    /** Returns the requests of this type since the last {@link #clear()}, oldest first. */
    public <T extends SdkRequest> List<T> of(Class<T> type) {
        return requests.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns all requests since the last {@link #clear()}, oldest first. */
    public List<SdkRequest> all() {
        return List.copyOf(requests);
    }

    public void clear() {
        requests.clear();
    }
}
