package io.feedmill.cli.command;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.schema.QueueResource;
import io.feedmill.common.schema.Resource;
import io.feedmill.common.schema.TableResource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Feedmill's tables and queues in an account, reached by the standard AWS settings. */
public record AccountSchema(DynamoDbClient dynamo, SqsClient sqs, List<Resource> resources) implements AutoCloseable {

    /**
     * Opens a connection, for tables of which those with these suffixes are provisioned, and this KMS key (null: any) encrypts all. Throws a
     * {@link CommandException} if the settings are incomplete.
     */
    public static AccountSchema open(Set<String> provisioned, @Nullable String key) {
        Connection.Settings settings = Connection.Settings.of(System.getenv());
        return call(() -> {
            DynamoDbClient dynamo = DynamoClients.createPatient(2, List.of());
            SqsClient sqs = SqsClients.create(2, List.of());
            TableSchema schema = settings.tables().schema();
            Stream<Resource> tables = CommonConfiguration.tables().stream().map(table -> {
                // Home feeds can be made again.
                boolean recovery = !table.equals(FeedRows.HOMES);
                return new TableResource(dynamo, schema, table, recovery, provisioned.contains(table.suffix()), key);
            });
            Stream<Resource> queues = queues(sqs, settings.queues().schema());
            return new AccountSchema(dynamo, sqs, Stream.concat(tables, queues).toList());
        });
    }

    /** Dead-letter queues first: the others need them. */
    private static Stream<Resource> queues(SqsClient sqs, QueueSchema schema) {
        return Stream.of(true, false)
                .flatMap(dead -> Stream.of(Queue.values()).map(queue -> new QueueResource(sqs, schema, queue, dead)));
    }

    /** Makes calls of AWS. Throws a {@link CommandException} with AWS's sentence if one fails. */
    public static <T> T call(Supplier<T> calls) {
        try {
            return calls.get();
        } catch (SdkException e) {
            throw new CommandException("AWS refuses or does not answer: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        sqs.close();
        dynamo.close();
    }
}
