package io.feedmill.common.dynamo;

import io.feedmill.common.storage.SdkCallTimers;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Clients of DynamoDB: region, credentials and endpoint come from the standard AWS settings. They do not retry: {@link Dynamo} and
 * {@link BatchWriter} do, so an execution is an attempt. Timeouts are explicit: the SDK has none by default.
 */
public final class DynamoClients {
    /** Maximum time of a call with all its attempts. */
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    /** From the beginning of a call to the end of its last attempt, also if the process stood still in between. */
    static final Duration LONGEST_CALL = Duration.ofSeconds(10);

    /** The same of a {@link Dynamo#brief} call: this time after its tick, the store has applied a post or a change, or never will. */
    public static final Duration LONGEST_BRIEF_CALL = Duration.ofSeconds(2);

    static final Duration BRIEF_ATTEMPT_TIMEOUT = Duration.ofMillis(1_500);

    /** For calls that pass no gate: the reads of recalls, which must not wait for others. */
    static final int UNGATED_CONNECTIONS = 2;

    /** Maximum time of an attempt; a batch write, of which each attempt is a call, has {@link #CALL_TIMEOUT}. */
    static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

    /** For commands: on a busy machine the first call of a cold process takes longer than {@link #ATTEMPT_TIMEOUT}. */
    private static final Duration PATIENT_TIMEOUT = Duration.ofSeconds(20);

    private DynamoClients() {}

    /** Creates a client; the interceptors see every attempt. */
    public static DynamoDbClient create(int connections, List<ExecutionInterceptor> interceptors) {
        return create(connections, ATTEMPT_TIMEOUT, interceptors);
    }

    /** Creates a client with a longer timeout, for commands. */
    public static DynamoDbClient createPatient(int connections, List<ExecutionInterceptor> interceptors) {
        return create(connections, PATIENT_TIMEOUT, interceptors);
    }

    private static DynamoDbClient create(int connections, Duration timeout, List<ExecutionInterceptor> interceptors) {
        return DynamoDbClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections))
                .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry())
                        .apiCallTimeout(timeout)
                        .scheduledExecutorService(SdkCallTimers.SHARED)
                        .executionInterceptors(interceptors))
                .build();
    }
}
