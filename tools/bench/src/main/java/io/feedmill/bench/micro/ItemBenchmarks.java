package io.feedmill.bench.micro;

import io.feedmill.bench.workload.UserNames;
import java.net.URI;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** Feed items, from ours to what goes to the network: to it and back the SDK takes the rest. */
@State(Scope.Thread)
public class ItemBenchmarks {
    private final DynamoDbClient client = DynamoDbClient.builder()
            .httpClient(new InstantHttpClient())
            .endpointOverride(URI.create("http://127.0.0.1:1"))
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")))
            .overrideConfiguration(configuration -> configuration.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build();
    private String user = UserNames.of(2);
    private BatchWriteItemRequest batch = Items.batch();

    @Benchmark
    public Map<String, AttributeValue> makeARow() {
        return Items.row(user);
    }

    @Benchmark
    public BatchWriteItemRequest makeABatchOf25() {
        return Items.batch();
    }

    /** What the SDK does with it: to JSON, signed, and the answer read. */
    @Benchmark
    public BatchWriteItemResponse sendABatchWithoutANetwork() {
        return client.batchWriteItem(batch);
    }
}
