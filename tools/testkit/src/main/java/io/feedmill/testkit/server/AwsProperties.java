package io.feedmill.testkit.server;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Creates clients for an endpoint. They read it from the standard AWS settings, which are global in a JVM. */
public final class AwsProperties {
    private static final String DYNAMO_ENDPOINT = "aws.endpointUrlDynamoDb";
    private static final String SQS_ENDPOINT = "aws.endpointUrlSqs";
    private static final int CONNECTIONS = 32;

    private AwsProperties() {}

    /** Patient: LocalStack may take seconds for its first tables. */
    public static DynamoDbClient dynamo(URI endpoint, List<ExecutionInterceptor> interceptors) {
        return at(DYNAMO_ENDPOINT, endpoint, () -> DynamoClients.createPatient(CONNECTIONS, interceptors));
    }

    /** Waits minutes for the first call of a server, longer than our clients do. */
    static DynamoDbClient slow(URI endpoint) {
        return at(
                DYNAMO_ENDPOINT,
                endpoint,
                () -> DynamoDbClient.builder()
                        .httpClientBuilder(Apache5HttpClient.builder().socketTimeout(Duration.ofMinutes(2)))
                        .build());
    }

    public static SqsClient sqs(URI endpoint) {
        return at(SQS_ENDPOINT, endpoint, () -> SqsClients.create(CONNECTIONS, List.of()));
    }

    /** Creates a client while this setting names the endpoint. */
    public static synchronized <T> T at(String setting, URI endpoint, Supplier<T> client) {
        Scope scope = new Scope(Map.of(setting, endpoint));
        try {
            return client.get();
        } finally {
            scope.close();
        }
    }

    /** Points clients that are created until it is closed at these endpoints. */
    public static Scope scope(URI dynamoDb, URI sqs) {
        return new Scope(Map.of(DYNAMO_ENDPOINT, dynamoDb, SQS_ENDPOINT, sqs));
    }

    /** Settings of endpoints. Region and credentials stay as they are set here: clients read them later, too. */
    public static final class Scope implements AutoCloseable {
        private final Map<String, Optional<String>> before = new HashMap<>();

        private Scope(Map<String, URI> endpoints) {
            System.setProperty("aws.region", EmulatorProcesses.REGION);
            System.setProperty("aws.accessKeyId", "feedmill");
            System.setProperty("aws.secretAccessKey", "feedmill");
            endpoints.forEach((property, endpoint) ->
                    before.put(property, Optional.ofNullable(System.setProperty(property, endpoint.toString()))));
        }

        /** Puts back the endpoints that were there before. */
        @Override
        public void close() {
            before.forEach((property, value) -> value.ifPresentOrElse(
                    endpoint -> System.setProperty(property, endpoint), () -> System.clearProperty(property)));
        }
    }
}
