package io.feedmill.local.stack;

import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.servers.EmbeddedServers;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Tables and queues of the embedded stack. Its clients look at no setting but the emulators': the user's own may name a real account. */
final class Schema {

    private static final String DEFAULT_PREFIX = "feedmill-";
    private static final Region REGION = Region.of(EmbeddedServers.REGION);
    private static final AwsCredentialsProvider DUMMY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));

    private Schema() {}

    /** Creates what is not there, under the names that API and worker take from the same environment. */
    static void create(EmbeddedServers servers, Map<String, String> environment) {
        try (DynamoDbClient dynamoDb = DynamoDbClient.builder()
                        .endpointOverride(servers.dynamoDb().endpoint())
                        .region(REGION)
                        .credentialsProvider(DUMMY)
                        .build();
                SqsClient queues = SqsClient.builder()
                        .endpointOverride(servers.queues().endpoint())
                        .region(REGION)
                        .credentialsProvider(DUMMY)
                        .build()) {
            new TableSchema(environment.getOrDefault("FEEDMILL_TABLES_PREFIX", DEFAULT_PREFIX)).create(dynamoDb);
            new QueueSchema(environment.getOrDefault("FEEDMILL_QUEUES_PREFIX", DEFAULT_PREFIX)).create(queues);
        }
    }
}
