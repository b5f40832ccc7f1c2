package io.feedmill.common;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.SqsClients;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Creates the missing tables and queues. Settings come from the environment: the standard AWS ones, and
 * {@code FEEDMILL_TABLES_PREFIX} and {@code FEEDMILL_QUEUES_PREFIX}, both {@code feedmill-} by default.
 */
public final class SchemaMain {
    private static final String DEFAULT_PREFIX = "feedmill-";

    private SchemaMain() {}

    public static void main(String[] args) {
        Map<String, String> environment = System.getenv();
        try (DynamoDbClient dynamo = DynamoClients.create(2, List.of());
                SqsClient sqs = SqsClients.create(2, List.of())) {
            new TableSchema(environment.getOrDefault("FEEDMILL_TABLES_PREFIX", DEFAULT_PREFIX))
                    .create(dynamo, CommonConfiguration.tables());
            new QueueSchema(environment.getOrDefault("FEEDMILL_QUEUES_PREFIX", DEFAULT_PREFIX)).create(sqs);
        }
        System.out.println("tables and queues exist");
    }
}
