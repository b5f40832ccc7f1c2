package io.feedmill.common.config;

import io.feedmill.common.dynamo.DynamoClients;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of SQS: region, credentials and endpoint as the standard AWS settings have them; retries and timeouts are explicit. */
public final class SqsClients {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

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
                .retryStrategy(DynamoClients.standardRetries())
                .executionInterceptors(interceptors);
    }
}
