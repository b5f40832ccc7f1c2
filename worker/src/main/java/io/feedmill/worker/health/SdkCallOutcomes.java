package io.feedmill.worker.health;

import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.trace.TracedCalls;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.SqsRequest;

/**
 * Reports the outcome and the duration of every call to DynamoDB and SQS to the breakers. Each response is an answer, also a throttle, a failed
 * condition and a refusal, except a server error, and what this process may not do. A poll is never slow: it waits for messages.
 */
@Component
public record SdkCallOutcomes(Breakers breakers, ProcessTime time) implements ExecutionInterceptor {
    private static final ExecutionAttribute<Long> BEGAN = new ExecutionAttribute<>("FeedmillCallBegan");

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        attributes.putAttribute(BEGAN, time.nanoTime());
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        SdkRequest request = context.request();
        dependency(request)
                .ifPresent(to -> breakers.answered(to, () -> call(request, attributes), took(request, attributes)));
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (context.exception() instanceof SdkException e && !(e instanceof AbortedException)) {
            SdkRequest request = context.request();
            StorageException failure = StorageErrors.classify(e);
            dependency(request)
                    .ifPresent(to ->
                            breakers.failed(to, () -> call(request, attributes), failure, took(request, attributes)));
        }
    }

    /** Returns the operation, and its tables or queue if the request names them at its top. */
    private static String call(SdkRequest request, ExecutionAttributes attributes) {
        return attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME) + " "
                + TracedCalls.on(request).orElse("");
    }

    private Duration took(SdkRequest request, ExecutionAttributes attributes) {
        Long began = attributes.getAttribute(BEGAN);
        return began == null || request instanceof ReceiveMessageRequest
                ? Duration.ZERO
                : Duration.ofNanos(time.nanoTime() - began);
    }

    private static Optional<Dependency> dependency(SdkRequest request) {
        return switch (request) {
            case DynamoDbRequest store -> Optional.of(Dependency.STORE);
            case SqsRequest queue -> Optional.of(Dependency.QUEUE);
            default -> Optional.empty();
        };
    }
}
