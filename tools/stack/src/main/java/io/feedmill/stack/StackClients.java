package io.feedmill.stack;

import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.emulators.Emulator;
import io.feedmill.emulators.EmulatorProcesses;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Clients of the emulators, and the names of the tables and queues that API and worker take from the same environment. They read no AWS
 * setting: the user's own may name a real account.
 */
record StackClients(DynamoDbClient dynamoDb, SqsClient sqs, TableSchema tables, QueueSchema queues)
        implements AutoCloseable {
    private static final String DEFAULT_PREFIX = "feedmill-";
    private static final Region REGION = Region.of(EmulatorProcesses.REGION);
    private static final AwsCredentialsProvider DUMMY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));

    static StackClients of(EmulatorProcesses servers) {
        Map<String, String> environment = System.getenv();
        return new StackClients(
                dynamoDb(servers.dynamoDb()),
                SqsClient.builder()
                        .endpointOverride(servers.queues().endpoint())
                        .region(REGION)
                        .credentialsProvider(DUMMY)
                        .build(),
                new TableSchema(environment.getOrDefault("FEEDMILL_TABLES_PREFIX", DEFAULT_PREFIX)),
                new QueueSchema(environment.getOrDefault("FEEDMILL_QUEUES_PREFIX", DEFAULT_PREFIX)));
    }

    static DynamoDbClient dynamoDb(Emulator server) {
        return DynamoDbClient.builder()
                .endpointOverride(server.endpoint())
                .region(REGION)
                .credentialsProvider(DUMMY)
                .build();
    }

    /** Creates the tables and queues that do not exist. */
    void create() {
        tables.create(dynamoDb);
        queues.create(sqs);
    }

    @Override
    public void close() {
        dynamoDb.close();
        sqs.close();
    }
}
