package io.feedmill.common.trace;

import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The traces of this process, if it has a tracer: a span for each call and for each message that is handled. The context of a trace passes from thread
 * to thread as OpenTelemetry's {@link Context}, from process to process as the attribute {@link QueueSender#TRACEPARENT} of a message. Thread-safe.
 */
public record Traces(@Nullable Tracer tracer) {
    /** Messages about other things, such as follows, name users. */
    private static final Set<String> SUBJECTS = Set.of("job", "post");

    private static final Carrier CARRIER = new Carrier();

    public boolean isOn() {
        return tracer != null;
    }

    /** Begins the span of a call, a new trace: callers do not decide what is sampled. */
    public Span call() {
        return tracer == null
                ? Span.getInvalid()
                : tracer.spanBuilder("call")
                        .setNoParent()
                        .setSpanKind(SpanKind.SERVER)
                        .startSpan();
    }

    /**
     * Runs the handler of a message as a span, named for the queue until the message is {@link #describe described}: of its sender's trace, or of a new
     * one. Storage calls of the handler are counted, or each is a span.
     */
    public void handle(String queue, @Nullable String traceparent, boolean counts, Runnable handler) {
        if (tracer == null) {
            handler.run();
            return;
        }
        Context sender = W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, CARRIER);
        Span span = tracer.spanBuilder(queue)
                .setParent(sender)
                .setSpanKind(SpanKind.CONSUMER)
                .startSpan();
        StorageCallCount count = new StorageCallCount();
        try {
            (counts ? count.in(sender) : sender).with(span).wrap(handler).run();
        } catch (RuntimeException e) {
            span.setStatus(StatusCode.ERROR)
                    .setAttribute("error.type", e.getClass().getSimpleName());
            throw e;
        } finally {
            if (counts) {
                count.addTo(span);
            }
            span.end();
        }
    }

    /** Says on the current span what is sent or handled. */
    public static void describe(QueueMessage message) {
        Span span = Span.current();
        if (span.isRecording() && SUBJECTS.contains(message.subject())) {
            span.setAttribute(message.subject(), message.id().toString());
        }
    }

    /** Names the current span by the message that is handled, and {@link #describe describes} it. */
    public static void handling(QueueMessage message) {
        Span.current().updateName(message.type().name()).setAttribute("attempt", message.attempt());
        describe(message);
    }

    /** Returns the attribute that continues the trace; null without one. A trace that is not sampled is continued, too: nobody samples it again. */
    static @Nullable String traceparent(SpanContext span) {
        return span.isValid()
                ? "00-" + span.getTraceId() + "-" + span.getSpanId() + "-"
                        + span.getTraceFlags().asHex()
                : null;
    }

    /** The attribute by itself: malformed ones are ignored. */
    private static final class Carrier implements TextMapGetter<String> {

        @Override
        public Iterable<String> keys(String traceparent) {
            return List.of(QueueSender.TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable String traceparent, String key) {
            return key.equals(QueueSender.TRACEPARENT) ? traceparent : null;
        }
    }

    /** Number and total time of the storage calls of a handler. Thread-safe. */
    static final class StorageCallCount {
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
}
