package io.feedmill.common.config;

import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of SQS: region, credentials and endpoint as the standard AWS settings have them; retries and timeouts are explicit. */
public final class SqsClients {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

    private static final int ATTEMPTS = 4;

    private SqsClients() {}

    /** The client with which we send; the interceptors see every request. */
    public static SqsClient create(int connections, List<ExecutionInterceptor> interceptors) {
        return SqsClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections))
                .overrideConfiguration(c -> configure(c, interceptors))
                .build();
    }

    /** For any client of SQS. A poll needs a longer time, which its request says. */
    public static void configure(
            ClientOverrideConfiguration.Builder configuration, List<ExecutionInterceptor> interceptors) {
        configuration
                .apiCallTimeout(CALL_TIMEOUT)
                .apiCallAttemptTimeout(ATTEMPT_TIMEOUT)
                .retryStrategy(standardRetries())
                .executionInterceptors(interceptors);
    }

    /** The one retry layer of SQS. Attempts are explicit: the default changes between releases. */
    private static RetryStrategy standardRetries() {
        return AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(ATTEMPTS)
                .build();
    }
}
