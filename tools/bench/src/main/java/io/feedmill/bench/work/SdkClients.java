package io.feedmill.bench.work;

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

/** Clients of emulators and stubs. They look at no setting: the user's own may name a real account. */
public final class SdkClients {
    private static final int CONNECTIONS = 64;
    private static final Region REGION = Region.of(EmulatorProcesses.REGION);
    private static final AwsCredentialsProvider DUMMY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));

    private SdkClients() {}

    /** As fast as the SDK goes: the HTTP client that takes least of the CPU, one attempt a call, and no timeout to be watched. */
    public static DynamoDbClient fastest(URI store) {
        return fastest(at(store, DynamoDbClient.builder()).httpClientBuilder(http()))
                .build();
    }

    /** As {@link #fastest}, of SQS. */
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

    /** Only the address is set: all else is the SDK's default. */
    public static <B extends AwsClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
        return builder.endpointOverride(endpoint).region(REGION).credentialsProvider(DUMMY);
    }
}
