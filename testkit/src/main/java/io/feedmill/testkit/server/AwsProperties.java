package io.feedmill.testkit.server;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.servers.EmbeddedServers;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Makes our client for an endpoint: they take it from the standard AWS settings, of which a JVM has one set. */
final class AwsProperties {
    private static final String ENDPOINT = "aws.endpointUrlDynamoDb";
    private static final int CONNECTIONS = 32;

    private AwsProperties() {}

    static synchronized DynamoDbClient client(URI endpoint, List<ExecutionInterceptor> interceptors) {
        System.setProperty("aws.region", EmbeddedServers.REGION);
        System.setProperty("aws.accessKeyId", "feedmill");
        System.setProperty("aws.secretAccessKey", "feedmill");
        String before = System.setProperty(ENDPOINT, endpoint.toString());
        try {
            return DynamoClients.create(CONNECTIONS, interceptors);
        } finally {
            if (before == null) {
                System.clearProperty(ENDPOINT);
            } else {
                System.setProperty(ENDPOINT, before);
            }
        }
    }
}
