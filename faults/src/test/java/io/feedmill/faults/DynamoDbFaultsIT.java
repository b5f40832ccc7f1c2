package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.server.SharedServers;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class DynamoDbFaultsIT {
    private final String table = "faults-" + UUID.randomUUID();
    private final URI real = SharedServers.get().dynamoDb().endpoint();
    private final FaultProxy proxy = FaultProxy.start(real, Script.NONE, 0);
    private final DynamoDbClient direct = client(real);
    private final DynamoDbClient client = client(proxy.endpoint());

    @BeforeEach
    void createTable() {
        direct.createTable(r -> r.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("pk")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("pk")
                        .keyType(KeyType.HASH)
                        .build()));
    }

    @AfterEach
    void close() {
        client.close();
        direct.deleteTable(r -> r.tableName(table));
        direct.close();
        proxy.close();
    }

    @Test
    void throttles() {
        proxy.replaceScript(
                Script.of(1, Rule.of(new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT))));
        assertThatThrownBy(() -> put("a"))
                .isInstanceOfSatisfying(
                        ProvisionedThroughputExceededException.class,
                        e -> assertThat(e.throttlingReasons())
                                .singleElement()
                                .satisfies(reason -> assertThat(reason.reason())
                                        .isEqualTo("TableWriteProvisionedThroughputExceeded")));
        assertThat(exists("a")).isFalse();
    }

    @Test
    void resets() {
        proxy.replaceScript(Script.of(1, Rule.of(new Fault.Reset())));
        assertThatThrownBy(() -> put("a"))
                .isInstanceOf(SdkClientException.class)
                .hasStackTraceContaining("reset");
    }

    @Test
    void drops() {
        proxy.replaceScript(Script.of(1, Rule.of(new Fault.DropResponse())));
        assertThatThrownBy(() -> put("a")).isInstanceOf(SdkClientException.class);
        assertThat(exists("a")).isTrue();
    }

    @Test
    void outage() {
        put("b");
        proxy.replaceScript(Script.of(1, Rule.of(new Fault.Outage())));
        assertThatThrownBy(() -> put("a")).hasStackTraceContaining("reset");
        assertThatThrownBy(() -> put("a")).hasStackTraceContaining("reset");
        proxy.replaceScript(Script.NONE);
        put("a");
        assertThat(exists("a")).isTrue();
        System.out.println(proxy.statistics());
    }

    private void put(String pk) {
        client.putItem(r -> r.tableName(table).item(Map.of("pk", AttributeValue.fromS(pk))));
    }

    private boolean exists(String pk) {
        return direct.getItem(r -> r.tableName(table).key(Map.of("pk", AttributeValue.fromS(pk))))
                .hasItem();
    }

    private static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill")))
                .httpClientBuilder(Apache5HttpClient.builder())
                .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }
}
