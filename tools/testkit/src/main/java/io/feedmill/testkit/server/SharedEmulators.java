package io.feedmill.testkit.server;

import io.feedmill.emulators.EmulatorProcesses;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** DynamoDB Local and ElasticMQ, started on first use and shared by all tests of the JVM. */
public final class SharedEmulators {
    private static final String TABLE = "warm-up";
    private static final KeySchemaElement KEY =
            KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build();
    private static final AttributeDefinition PK = AttributeDefinition.builder()
            .attributeName("pk")
            .attributeType(ScalarAttributeType.S)
            .build();

    private SharedEmulators() {}

    public static EmulatorProcesses get() {
        return Holder.SERVERS;
    }

    private static EmulatorProcesses start() {
        EmulatorProcesses servers = EmulatorProcesses.start();
        Runtime.getRuntime().addShutdownHook(new Thread(servers::close));
        warmUp(servers);
        return servers;
    }

    /** On a busy machine, creating the first table takes longer than the timeout of our clients. */
    private static void warmUp(EmulatorProcesses servers) {
        try (DynamoDbClient patient = AwsProperties.slow(servers.dynamoDb().endpoint())) {
            patient.createTable(r -> r.tableName(TABLE)
                    .keySchema(KEY)
                    .attributeDefinitions(PK)
                    .billingMode(BillingMode.PAY_PER_REQUEST));
            patient.deleteTable(r -> r.tableName(TABLE));
        }
    }

    private static final class Holder {
        private static final EmulatorProcesses SERVERS = start();
    }
}
