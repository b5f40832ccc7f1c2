package io.feedmill.worker.health;

import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        dependency(context.request())
                .ifPresent(dependency -> breakers.answered(
                        dependency, () -> call(context.request(), attributes), took(context.request(), attributes)));
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (context.exception() instanceof SdkException e && !(e instanceof AbortedException)) {
            SdkRequest request = context.request();
            Duration took = took(request, attributes);
            dependency(request)
                    .ifPresent(dependency -> breakers.failed(
                            dependency, () -> call(request, attributes), StorageErrors.classify(e), took));
        }
    }

    /** Returns the operation, and its tables or queue if the request names them at its top. */
    private static String call(SdkRequest request, ExecutionAttributes attributes) {
        return Stream.of(
                        Optional.ofNullable(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME)),
                        request.getValueForField("TableName", String.class),
                        request.getValueForField("RequestItems", Map.class)
                                .map(items -> items.keySet().toString()),
                        request.getValueForField("QueueUrl", String.class))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
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
