package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.testkit.server.AwsProperties;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.SharedEmulators;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** {@code schema} on an account of the emulators. DynamoDB Local has no point-in-time recovery, ElasticMQ does not tell the retention. */
@Timeout(180)
@Tag("full")
class SchemaCommandIT {
    private static final int TABLES = CommonConfiguration.tables().size();
    private static final int QUEUES = 2 * Queue.values().length;

    private final DynamoDbClient dynamo = DynamoBackend.inDynamoDbLocal().client();
    private final SqsClient sqs =
            AwsProperties.sqs(SharedEmulators.get().queues().endpoint());
    private String prefix = "";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    @BeforeEach
    void takeAPrefix(TestInfo test) {
        prefix = "schema-%s-".formatted(test.getTestMethod().orElseThrow().getName());
    }

    private EndedCommand schema(int exitCode, String... words) throws Exception {
        Map<String, String> environment = new HashMap<>(SharedEmulators.get().environment());
        environment.put("FEEDMILL_TABLES_PREFIX", prefix);
        environment.put("FEEDMILL_QUEUES_PREFIX", prefix);
        try (FeedmillCommand command =
                FeedmillCommand.start(folder, environment, Stream.concat(Stream.of("schema"), Stream.of(words)))) {
            return EndedCommand.await(command, exitCode);
        }
    }

    @Test
    void anEmptyAccountGetsAllTablesAndQueuesOnceItIsConfirmed() throws Exception {
        schema(1, "check").assertOut().hasLineCount(TABLES + QUEUES).contains(prefix + "posts: missing");
        schema(1, "apply")
                .assertOut()
                .hasLineCount(TABLES + QUEUES)
                .contains("would create " + prefix + "deliver-dead");
        schema(1, "check").assertOut().hasLineCount(TABLES + QUEUES);
        schema(0, "apply", "--yes").assertOut().contains("create " + prefix + "homes");
        assertThat(schema(1, "check").out().lines())
                .contains(prefix + "posts: point-in-time recovery: unknown, not on")
                .allMatch(line -> line.contains(": unknown, not "))
                .noneMatch(line -> line.startsWith(prefix + "homes"));
    }

    @Test
    void differencesAreNamedAndWhatCannotBeChangedIsLeft() throws Exception {
        new TableSchema(prefix).create(dynamo, CommonConfiguration.tables());
        new QueueSchema(prefix).create(sqs);
        String views = prefix + "views";
        dynamo.deleteTable(r -> r.tableName(views));
        dynamo.createTable(r -> r.tableName(views)
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.N)
                        .build())
                .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L)));
        String deliver = sqs.getQueueUrl(r -> r.queueName(prefix + "deliver")).queueUrl();
        sqs.setQueueAttributes(
                r -> r.queueUrl(deliver).attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "30")));
        List<String> expected = List.of(
                views + ": keys: id (N), not pk (S)",
                views + ": billing: provisioned, not on demand",
                views + ": time to live: off, not expires",
                views + ": deletion protection: off, not on",
                prefix + "deliver: VisibilityTimeout: 30, not 90");
        assertThat(schema(1, "check").out().lines()).containsAll(expected);
        assertThat(schema(1, "check", "--json", "--provisioned=views").out())
                .contains("\"setting\":\"VisibilityTimeout\",\"expected\":\"90\",\"found\":\"30\"")
                .doesNotContain("billing");
        EndedCommand applied = schema(1, "apply", "--yes");
        applied.assertErr().isEqualToIgnoringNewLines(expected.getFirst() + ". Left as it is.");
        applied.assertOut()
                .contains("set " + prefix + "deliver: ", "VisibilityTimeout to 90")
                .doesNotContain("create");
        assertThat(schema(1, "check").out().lines()).contains(expected.get(2)).doesNotContain(expected.getLast());
    }

    /** A local index is created with its table or never. */
    @Test
    void aTableWithoutItsLocalIndexIsLeftAsItIs() throws Exception {
        TableSchema tables = new TableSchema(prefix);
        tables.create(dynamo, CommonConfiguration.tables());
        String name = prefix + "notifications";
        dynamo.deleteTable(r -> r.tableName(name));
        dynamo.createTable(tables.definition(Table.of("notifications")));
        String difference = name + ": index: , not local by_time: pk (S), at (S), ALL";
        assertThat(schema(1, "check").out().lines()).contains(difference);
        schema(1, "apply", "--yes").assertErr().isEqualToIgnoringNewLines(difference + ". Left as it is.");
    }

    @Test
    void anAccountThatDoesNotAnswerIsOneSentence() throws Exception {
        Map<String, String> environment = new HashMap<>(SharedEmulators.get().environment());
        environment.put("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1");
        try (FeedmillCommand command = FeedmillCommand.start(folder, environment, Stream.of("schema", "check"))) {
            EndedCommand.await(command, 1)
                    .assertErr()
                    .startsWith("AWS refuses or does not answer: ")
                    .hasLineCount(1);
        }
    }

    @Test
    void anUnknownTableIsRefused() throws Exception {
        schema(2, "check", "--provisioned=home").assertErr().startsWith("--provisioned names no table of Feedmill's.");
    }
}
