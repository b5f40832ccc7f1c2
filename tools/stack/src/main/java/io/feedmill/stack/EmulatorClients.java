package io.feedmill.stack;

import io.feedmill.emulators.Emulator;
import io.feedmill.emulators.EmulatorProcesses;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of the emulators themselves. They look at no setting: the user's own may name a real account. */
record EmulatorClients(DynamoDbClient dynamoDb, SqsClient queues) implements AutoCloseable {

    private static final Region REGION = Region.of(EmulatorProcesses.REGION);
    private static final AwsCredentialsProvider DUMMY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));

    static EmulatorClients of(EmulatorProcesses servers) {
        return new EmulatorClients(
                dynamoDb(servers.dynamoDb()),
                SqsClient.builder()
                        .endpointOverride(servers.queues().endpoint())
                        .region(REGION)
                        .credentialsProvider(DUMMY)
                        .build());
    }

    static DynamoDbClient dynamoDb(Emulator server) {
        return DynamoDbClient.builder()
                .endpointOverride(server.endpoint())
                .region(REGION)
                .credentialsProvider(DUMMY)
                .build();
    }

    @Override
    public void close() {
        dynamoDb.close();
        queues.close();
    }
}
