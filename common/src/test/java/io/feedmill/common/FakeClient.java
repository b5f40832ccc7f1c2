package io.feedmill.common;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A stub of clients of AWS with configured answers, call by call; the last one repeats. Thread-safe after its configuration. */
public final class FakeClient {
    private final Deque<Function<SdkRequest, Object>> answers = new ArrayDeque<>();
    private final List<SdkRequest> requests = Collections.synchronizedList(new ArrayList<>());

    public FakeClient answers(Function<SdkRequest, Object> answer) {
        answers.add(answer);
        return this;
    }

    public FakeClient fails(RuntimeException exception) {
        return answers(request -> {
            throw exception;
        });
    }

    /** The service's error with this code. */
    public static DynamoDbException error(String code, int status) {
        return (DynamoDbException) DynamoDbException.builder()
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .statusCode(status)
                .build();
    }

    /** Returns all requests, which have this type. */
    public <T extends SdkRequest> List<T> requests(Class<T> type) {
        return requests.stream().map(type::cast).toList();
    }

    /** Returns those requests that have this type. */
    public <T extends SdkRequest> List<T> requestsOf(Class<T> type) {
        return requests.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns the client. */
    public <C> C as(Class<C> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::invoke));
    }

    /** Tables of DynamoDB by this client, whose names begin with {@code t-}. */
    public Dynamo dynamo() {
        return new Dynamo(
                as(DynamoDbClient.class),
                new TableSchema("t-"),
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()),
                StorageGate.open(),
                new Timing(new SuspendSafeClock(() -> 0, InstantSource.system()), pause -> {}, new Random(1)));
    }

    /** The SDK makes requests of consumers by default methods. */
    private @Nullable Object invoke(Object client, Method method, Object[] arguments) throws Throwable {
        if (arguments[0] instanceof SdkRequest request) {
            requests.add(request);
            return nextAnswer().apply(request);
        }
        return InvocationHandler.invokeDefault(client, method, arguments);
    }

    private synchronized Function<SdkRequest, Object> nextAnswer() {
        return answers.size() > 1 ? answers.pop() : answers.getFirst();
    }
}
