package io.feedmill.common.queue;

import io.feedmill.common.storage.SdkCallTimers;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of SQS: region, credentials and endpoint come from the standard AWS settings; retries and timeouts are explicit. */
public final class SqsClients {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

    /** For calls without a waiting client; the first one of a process may be slow on a busy machine. */
    private static final Duration LISTENER_CALL_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration LISTENER_ATTEMPT_TIMEOUT = Duration.ofSeconds(8);

    /** Open polls of all queues have one each. */
    private static final int LISTENER_CONNECTIONS = 100;

    /** Of the one retry layer of SQS. Explicit: the default changes between releases. */
    private static final int ATTEMPTS = 4;

    private SqsClients() {}

    /** Creates the client for sending; the interceptors see every request. */
    public static SqsClient create(int connections, List<ExecutionInterceptor> interceptors) {
        return create(connections, CALL_TIMEOUT, ATTEMPT_TIMEOUT, interceptors);
    }

    /** Creates the client that looks up queues, polls (with a longer timeout) and deletes messages, and that of commands, which send. */
    public static SqsClient createListening(List<ExecutionInterceptor> interceptors) {
        return create(LISTENER_CONNECTIONS, LISTENER_CALL_TIMEOUT, LISTENER_ATTEMPT_TIMEOUT, interceptors);
    }

    private static SqsClient create(
            int connections, Duration callTimeout, Duration attemptTimeout, List<ExecutionInterceptor> interceptors) {
        RetryStrategy retries = AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(ATTEMPTS)
                .build();
        return SqsClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections))
                .overrideConfiguration(c -> c.apiCallTimeout(callTimeout)
                        .apiCallAttemptTimeout(attemptTimeout)
                        .scheduledExecutorService(SdkCallTimers.SHARED)
                        .retryStrategy(retries)
                        .executionInterceptors(interceptors))
                .build();
    }
}
