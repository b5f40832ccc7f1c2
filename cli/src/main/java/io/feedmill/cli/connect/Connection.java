package io.feedmill.cli.connect;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.MeteredReads;
import io.feedmill.common.dynamo.ReadMeter;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.queue.SqsQueueSender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Clients of a running Feedmill's tables and queues: region, credentials and endpoints as the standard AWS settings have them. */
public final class Connection implements AutoCloseable {
    private final DynamoDbClient dynamo;
    private final SqsClient sqs;
    private final Stores stores;
    private final QueueSender sender;
    private final TableDescription feeds;

    private Connection(FeedmillSettings settings, DynamoDbClient dynamo, SqsClient sqs) {
        this.dynamo = dynamo;
        this.sqs = sqs;
        this.stores = Stores.in(
                dynamo,
                settings.tables(),
                settings.feeds(),
                new DynamoMetrics(new SimpleMeterRegistry()),
                WriteGate.open(),
                Clock.systemUTC());
        this.sender = new SqsQueueSender(sqs, settings.queues().schema());
        this.feeds = dynamo.describeTable(
                        r -> r.tableName(settings.tables().schema().name(Table.FEEDS)))
                .table();
    }

    /** Looks whether the tables are there; from then on the meter is told of every read. Throws a {@link ConnectFailure} if they are not. */
    public static Connection open(FeedmillSettings settings, ReadMeter meter) {
        int connections = settings.tables().connections();
        try {
            DynamoDbClient dynamo = DynamoClients.create(connections, List.of(new MeteredReads(meter)));
            return new Connection(settings, dynamo, SqsClients.create(connections, List.of()));
        } catch (SdkException e) {
            throw new ConnectFailure("Feedmill's tables cannot be reached: " + e.getMessage(), e);
        }
    }

    public Stores stores() {
        return stores;
    }

    public QueueSender sender() {
        return sender;
    }

    /** The ARN of the table of feeds: where all this is. */
    public String place() {
        return feeds.tableArn();
    }

    /** When that table was created: another one of this name is another one. */
    public Instant createdAt() {
        return feeds.creationDateTime();
    }

    @Override
    public void close() {
        sqs.close();
        dynamo.close();
    }
}
