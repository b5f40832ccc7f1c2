package io.feedmill.bench.sdk;

import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of emulators and stubs. They ignore the user's AWS settings, which may name a real account. */
public final class SdkClients {
    private static final int CONNECTIONS = 64;
    private static final Region REGION = Region.of(EmulatorProcesses.REGION);
    private static final AwsCredentialsProvider DUMMY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));

    private SdkClients() {}

    /** Creates the client that takes least CPU: Apache's HTTP client, one attempt a call, no timeouts. */
    public static DynamoDbClient fastest(URI store) {
        return fastest(at(store, DynamoDbClient.builder()).httpClientBuilder(http()))
                .build();
    }

    /** As {@link #fastest}, for SQS. */
    public static SqsClient fastestOfQueues(URI queues) {
        return fastest(at(queues, SqsClient.builder()).httpClientBuilder(http()))
                .build();
    }

    private static Apache5HttpClient.Builder http() {
        return Apache5HttpClient.builder().maxConnections(CONNECTIONS);
    }

    private static <B extends AwsClientBuilder<B, C>, C> B fastest(B builder) {
        return builder.overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()));
    }

    /** Sets the address and leaves the SDK's defaults. */
    public static <B extends AwsClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
        return builder.endpointOverride(endpoint).region(REGION).credentialsProvider(DUMMY);
    }
}
