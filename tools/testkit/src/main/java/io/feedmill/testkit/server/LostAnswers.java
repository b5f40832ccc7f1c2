package io.feedmill.testkit.server;

import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Loses what the store answers: the call is applied, and its caller does not learn of it. Thread-safe. */
public final class LostAnswers implements ExecutionInterceptor {
    private final AtomicReference<Class<? extends SdkRequest>> next = new AtomicReference<>(None.class);

    /** Loses the answer to the next request of this type. */
    public void loseNext(Class<? extends DynamoDbRequest> type) {
        next.set(type);
    }

    @Override
    public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
        if (next.compareAndSet(context.request().getClass(), None.class)) {
            throw SdkClientException.create("the answer is lost");
        }
    }

    private abstract static class None extends SdkRequest {}
}
