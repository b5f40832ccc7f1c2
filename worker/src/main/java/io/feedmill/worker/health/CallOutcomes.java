package io.feedmill.worker.health;

import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.worker.health.Breakers.Dependency;
import java.util.Optional;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.sqs.model.SqsRequest;

/**
 * Reports the outcome of every call to DynamoDB and SQS to the breakers. Each response is an answer, also a throttle, a failed condition and a
 * refusal, except a server error.
 */
@Component
public final class CallOutcomes implements ExecutionInterceptor {
    private static final int SERVER_ERROR = 500;

    private final Breakers breakers;

    public CallOutcomes(Breakers breakers) {
        this.breakers = breakers;
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        dependency(context.request()).ifPresent(breakers::answered);
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (context.exception() instanceof SdkException e && !(e instanceof AbortedException)) {
            dependency(context.request()).ifPresent(dependency -> failed(dependency, e));
        }
    }

    private void failed(Dependency dependency, SdkException e) {
        if (answered(e)) {
            breakers.answered(dependency);
        } else {
            breakers.failed(dependency, e);
        }
    }

    private static boolean answered(SdkException e) {
        boolean refused = e instanceof SdkServiceException service && service.statusCode() < SERVER_ERROR;
        return refused || StorageErrors.classify(e).kind() != Kind.TRANSIENT;
    }

    private static Optional<Dependency> dependency(SdkRequest request) {
        return switch (request) {
            case DynamoDbRequest store -> Optional.of(Dependency.STORE);
            case SqsRequest queue -> Optional.of(Dependency.QUEUE);
            default -> Optional.empty();
        };
    }
}
