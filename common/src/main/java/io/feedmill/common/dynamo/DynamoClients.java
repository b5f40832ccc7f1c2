package io.feedmill.common.dynamo;

import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The two clients of a process over one pool of connections: region, credentials and endpoint as the standard AWS settings have them. Retry
 * modes, attempts and timeouts are explicit, because the SDK's defaults change between releases.
 *
 * @param single for single calls: four attempts, as the SDK's standard mode spaces them
 * @param withoutRetries for batch writes, whose only retry layer is {@link BatchWriter}
 * @param http the connections of both
 */
public record DynamoClients(DynamoDbClient single, DynamoDbClient withoutRetries, SdkHttpClient http)
        implements AutoCloseable {
    /** The longest that one call may take, with all its attempts. */
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);
    private static final int ATTEMPTS = 4;

    /** Makes the clients; the interceptors see every request, for instance to record it. */
    public static DynamoClients create(int connections, List<ExecutionInterceptor> interceptors) {
        SdkHttpClient http =
                Apache5HttpClient.builder().maxConnections(connections).build();
        return new DynamoClients(
                client(http, configuration(standardRetries(), ATTEMPT_TIMEOUT, interceptors)),
                client(http, configuration(AwsRetryStrategy.doNotRetry(), CALL_TIMEOUT, interceptors)),
                http);
    }

    /** How single calls are retried, to SQS as well. */
    public static RetryStrategy standardRetries() {
        return AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(ATTEMPTS)
                .build();
    }

    private static DynamoDbClient client(SdkHttpClient http, ClientOverrideConfiguration configuration) {
        return DynamoDbClient.builder()
                .httpClient(http)
                .overrideConfiguration(configuration)
                .build();
    }

    private static ClientOverrideConfiguration configuration(
            RetryStrategy retries, Duration attemptTimeout, List<ExecutionInterceptor> interceptors) {
        return ClientOverrideConfiguration.builder()
                .retryStrategy(retries)
                .apiCallTimeout(CALL_TIMEOUT)
                .apiCallAttemptTimeout(attemptTimeout)
                .executionInterceptors(interceptors)
                .build();
    }

    @Override
    public void close() {
        single.close();
        withoutRetries.close();
        http.close();
    }
}
