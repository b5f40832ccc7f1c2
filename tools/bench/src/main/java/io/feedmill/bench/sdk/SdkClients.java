package io.feedmill.bench.sdk;

import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;

/** Clients of emulators and stubs. They ignore the user's AWS settings, which may name a real account. */
final class SdkClients {
    private static final int CONNECTIONS = 64;
    private static final Region REGION = Region.of(EmulatorProcesses.REGION);
    private static final AwsCredentialsProvider DUMMY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));

    private SdkClients() {}

    /** Creates the client that takes least CPU: Apache's HTTP client, one attempt a call, no timeouts. */
    static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C fastest(URI endpoint, B builder) {
        return at(endpoint, builder)
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(CONNECTIONS))
                .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }

    /** Sets the address and leaves the SDK's defaults. */
    static <B extends AwsClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
        return builder.endpointOverride(endpoint).region(REGION).credentialsProvider(DUMMY);
    }
}
