package io.feedmill.common.trace;

import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsQueueSender;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.trace.Traces.StorageCallCount;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** Makes a span of each storage call in a sampled span, or counts it, and sends messages with the trace of their sender. */
public record TracedCalls(Tracer tracer, ProcessTime time) implements ExecutionInterceptor {
    /** Ends what was begun for a call. */
    private static final ExecutionAttribute<Consumer<@Nullable Throwable>> END =
            new ExecutionAttribute<>("FeedmillTracedCall");

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        if (Span.current().getSpanContext().isSampled()) {
            StorageCallCount count = StorageCallCount.current();
            attributes.putAttribute(END, count == null ? span(context.request(), attributes) : counted(count));
        }
    }

    private Consumer<@Nullable Throwable> counted(StorageCallCount count) {
        long began = time.nanoTime();
        return failure -> count.add(time.nanoTime() - began);
    }

    private Consumer<@Nullable Throwable> span(SdkRequest request, ExecutionAttributes attributes) {
        Span span = tracer.spanBuilder(String.valueOf(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME)))
                .setSpanKind(SpanKind.CLIENT)
                .startSpan();
        on(request).ifPresent(name -> span.setAttribute("on", name));
        return failure -> {
            if (failure instanceof SdkException e) {
                span.setAttribute("error.type", StorageErrors.classify(e).reason());
            }
            span.end();
        };
    }

    /** Returns the names of tables or the queue, if the request names them at its top. */
    public static Optional<String> on(SdkRequest request) {
        return request.getValueForField("TableName", String.class)
                .or(() -> request.getValueForField("RequestItems", Map.class)
                        .map(items -> ((Map<?, ?>) items)
                                .keySet().stream().map(String::valueOf).collect(Collectors.joining(" "))))
                .or(() -> request.getValueForField("QueueUrl", String.class)
                        .map(url -> url.substring(url.lastIndexOf('/') + 1)));
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        String traceparent = Traces.traceparent(Span.current().getSpanContext());
        return traceparent == null ? context.request() : with(traceparent, context.request());
    }

    private static SdkRequest with(String traceparent, SdkRequest request) {
        return switch (request) {
            case SendMessageRequest send ->
                send.toBuilder()
                        .messageAttributes(with(traceparent, send.messageAttributes()))
                        .build();
            case SendMessageBatchRequest batch ->
                batch.toBuilder()
                        .entries(batch.entries().stream()
                                .map(entry -> entry.toBuilder()
                                        .messageAttributes(with(traceparent, entry.messageAttributes()))
                                        .build())
                                .collect(Collectors.toList()))
                        .build();
            default -> request;
        };
    }

    private static Map<String, MessageAttributeValue> with(
            String traceparent, Map<String, MessageAttributeValue> attributes) {
        Map<String, MessageAttributeValue> all = new HashMap<>(attributes);
        all.put(QueueSender.TRACEPARENT, SqsQueueSender.attribute(traceparent));
        return all;
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        end(attributes, null);
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        end(attributes, context.exception());
    }

    private static void end(ExecutionAttributes attributes, @Nullable Throwable failure) {
        Consumer<@Nullable Throwable> end = attributes.getAttribute(END);
        if (end != null) {
            end.accept(failure);
        }
    }
}
