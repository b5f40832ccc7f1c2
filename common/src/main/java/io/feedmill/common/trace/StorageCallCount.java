package io.feedmill.common.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Number and total time of the storage calls of a handler. Thread-safe. */
final class StorageCallCount {
    private static final ContextKey<StorageCallCount> KEY = ContextKey.named("feedmill-calls");

    private final LongAdder calls = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    static @Nullable StorageCallCount current() {
        return Context.current().get(KEY);
    }

    Context in(Context context) {
        return context.with(KEY, this);
    }

    void add(long took) {
        calls.increment();
        nanos.add(took);
    }

    void addTo(Span span) {
        span.setAttribute("storage.calls", calls.sum())
                .setAttribute("storage.ms", TimeUnit.NANOSECONDS.toMillis(nanos.sum()));
    }
}
