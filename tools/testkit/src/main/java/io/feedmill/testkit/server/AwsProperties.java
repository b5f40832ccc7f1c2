package io.feedmill.testkit.server;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Creates clients for an endpoint. They read it from the standard AWS settings, which are global in a JVM. */
public final class AwsProperties {
    private static final String DYNAMO_ENDPOINT = "aws.endpointUrlDynamoDb";
    private static final String SQS_ENDPOINT = "aws.endpointUrlSqs";
    private static final int CONNECTIONS = 32;

    private AwsProperties() {}

    static DynamoDbClient dynamo(URI endpoint, List<ExecutionInterceptor> interceptors) {
        return at(DYNAMO_ENDPOINT, endpoint, () -> DynamoClients.create(CONNECTIONS, interceptors));
    }

    public static SqsClient sqs(URI endpoint) {
        return at(SQS_ENDPOINT, endpoint, () -> SqsClients.create(CONNECTIONS, List.of()));
    }

    private static synchronized <T> T at(String property, URI endpoint, Supplier<T> client) {
        System.setProperty("aws.region", EmulatorProcesses.REGION);
        System.setProperty("aws.accessKeyId", "feedmill");
        System.setProperty("aws.secretAccessKey", "feedmill");
        String before = System.setProperty(property, endpoint.toString());
        try {
            return client.get();
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }
}
