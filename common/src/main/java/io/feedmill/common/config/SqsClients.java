package io.feedmill.common.config;

import java.time.Duration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of SQS: region, credentials and endpoint as the standard AWS settings have them; retries and timeouts are explicit. */
public final class SqsClients {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration POLL_CALL_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL_ATTEMPT_TIMEOUT = Duration.ofSeconds(25);

    private static final int ATTEMPTS = 4;

    private SqsClients() {}

    /** The client with which we send. */
    public static SqsClient create(int connections) {
        return SqsClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections))
                .overrideConfiguration(c -> configure(c, CALL_TIMEOUT, ATTEMPT_TIMEOUT))
                .build();
    }

    /** For a client that polls: an attempt may be the longest poll. */
    public static void configurePolling(ClientOverrideConfiguration.Builder configuration) {
        configure(configuration, POLL_CALL_TIMEOUT, POLL_ATTEMPT_TIMEOUT);
    }

    private static void configure(
            ClientOverrideConfiguration.Builder configuration, Duration callTimeout, Duration attemptTimeout) {
        configuration
                .apiCallTimeout(callTimeout)
                .apiCallAttemptTimeout(attemptTimeout)
                .retryStrategy(standardRetries());
    }

    /** The one retry layer of SQS. Attempts are explicit: the default changes between releases. */
    private static RetryStrategy standardRetries() {
        return AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(ATTEMPTS)
                .build();
    }
}
