package io.feedmill.stack;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.storage.Deadline;
import io.feedmill.emulators.EmulatorProcesses;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Reads and writes what no client of Feedmill sees: tables, queues and dead-letter queues in the emulators. It reads no AWS setting: the user's
 * own may name a real account. Thread-safe.
 */
public final class StorageAccess implements AutoCloseable {
    private static final String DEFAULT_PREFIX = "feedmill-";
    private static final Duration MAX_WRITE = Duration.ofMinutes(10);
    private static final int MAX_MESSAGES = 10;
    private static final int PAGE = 100;

    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;
    private final TableSchema tables;
    private final QueueSchema queues;
    private @Nullable Stores stores;

    private StorageAccess(EmulatorProcesses servers) {
        Region region = Region.of(EmulatorProcesses.REGION);
        AwsCredentialsProvider dummy =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));
        this.dynamoDb = DynamoDbClient.builder()
                .endpointOverride(servers.dynamoDb().endpoint())
                .region(region)
                .credentialsProvider(dummy)
                .build();
        this.sqs = SqsClient.builder()
                .endpointOverride(servers.queues().endpoint())
                .region(region)
                .credentialsProvider(dummy)
                .build();
        // API and worker take the names of tables and queues from the same environment.
        this.tables = new TableSchema(System.getenv().getOrDefault("FEEDMILL_TABLES_PREFIX", DEFAULT_PREFIX));
        this.queues = new QueueSchema(System.getenv().getOrDefault("FEEDMILL_QUEUES_PREFIX", DEFAULT_PREFIX));
    }

    public static StorageAccess of(Platform platform) {
        return new StorageAccess(platform.servers());
    }

    /** Opens the stores at the first use. */
    private synchronized Stores stores() {
        if (stores == null) {
            stores = Stores.in(
                    dynamoDb,
                    new TableSettings(tables.prefix(), false, 64, 64, 8, 4, 64),
                    new FeedSettings(Duration.ofDays(30)),
                    new DynamoMetrics(new SimpleMeterRegistry()),
                    WriteGate.open(),
                    Clock.systemUTC());
        }
        return stores;
    }

    /** Creates the tables and queues that do not exist. */
    void create() {
        tables.create(dynamoDb);
        queues.create(sqs);
    }

    /**
     * A message of a dead-letter queue.
     *
     * @param queue the name of the queue that it was dead-lettered from, without prefix
     * @param reason null if SQS itself moved a message that was received too often
     */
    public record DeadLetter(
            String queue, String body, @Nullable String reason) {}

    /** Returns the ledger's entries of all quarters of an hour from the first instant to the second. */
    public List<LedgerEntry> ledger(Instant from, Instant to) {
        LedgerStore ledger = stores().ledger();
        QuarterHour last = QuarterHour.of(to);
        return Stream.iterate(QuarterHour.of(from), quarter -> quarter.compareTo(last) <= 0, QuarterHour::next)
                .flatMap(quarter -> ledger.entries(quarter).stream())
                .toList();
    }

    /** Writes entries into the ledger. */
    public void writeLedger(List<LedgerEntry> entries) {
        LedgerRows rows = stores().get(LedgerRows.class);
        List<WriteRequest> writes = entries.stream()
                .map(entry -> WriteRequest.builder()
                        .putRequest(put -> put.item(rows.row(entry)))
                        .build())
                .toList();
        WriteOptions options = WriteOptions.bulk(Deadline.in(MAX_WRITE));
        if (!stores().get(BatchWriter.class)
                .write(Table.LEDGER, writes, options)
                .complete()) {
            throw new IllegalStateException("Cannot write %d entries to the ledger.".formatted(writes.size()));
        }
    }

    /** Returns the reports and their checkpoint. */
    public ReportStores reports() {
        return stores().reports();
    }

    /** Returns the number of jobs, follows and unfollows whose work is not done. */
    public int openWork() {
        OutboxStore outbox = stores().outbox();
        Instant all = Instant.now().plus(MAX_WRITE);
        return IntStream.range(0, outbox.shards())
                .mapToObj(shard -> outbox.rows(shard, all, null, PAGE))
                .mapToInt(page -> page.rows().size() + page.pairs().size())
                .sum();
    }

    /** Returns the newest 100 rows of a home feed, newest first, also those that pages leave out. */
    public List<FeedItem> homeRows(UserId user) {
        return stores().feeds()
                .page(FeedName.home(user), PageRequest.first(PAGE))
                .items();
    }

    /** Returns the authors whom the user's pages leave out. */
    public Set<UserId> hiddenFrom(UserId user) {
        return stores().readers().hidden(user);
    }

    /** Returns the full name of the ledger's table. */
    public String ledgerTable() {
        return tables.name(Table.LEDGER);
    }

    /** Returns the full name of the table of feeds. */
    public String feedTable() {
        return tables.name(Table.FEEDS);
    }

    /** Sends a text to the queue of that name, without prefix. */
    public void send(String queue, String text) {
        Queue known = Queue.ofSuffix(queue).orElseThrow(() -> new IllegalArgumentException("Unknown queue " + queue));
        send(known, text, Map.of());
    }

    /**
     * Sends a text to the queue. Returns false if SQS refuses it.
     *
     * @param attributes by their name and type, separated by a space; the value of a type {@code Binary} is Latin-1
     */
    public boolean send(Queue queue, String text, Map<String, String> attributes) {
        String url = url(queues.name(queue));
        Map<String, MessageAttributeValue> values = attributes.entrySet().stream()
                .collect(Collectors.toMap(
                        attribute -> attribute
                                .getKey()
                                .substring(0, attribute.getKey().indexOf(' ')),
                        StorageAccess::value,
                        (one, other) -> one));
        try {
            sqs.sendMessage(r ->
                    r.queueUrl(url).messageBody(text).messageGroupId("chaos").messageAttributes(values));
            return true;
        } catch (SqsException e) {
            if (e.statusCode() == HttpURLConnection.HTTP_BAD_REQUEST) {
                return false;
            }
            throw e;
        }
    }

    private static MessageAttributeValue value(Map.Entry<String, String> attribute) {
        String type = attribute.getKey().substring(attribute.getKey().indexOf(' ') + 1);
        MessageAttributeValue.Builder value = MessageAttributeValue.builder().dataType(type);
        return type.startsWith("Binary")
                ? value.binaryValue(SdkBytes.fromString(attribute.getValue(), StandardCharsets.ISO_8859_1))
                        .build()
                : value.stringValue(attribute.getValue()).build();
    }

    /**
     * Returns the number of messages in the queues: waiting, delayed, or received and not deleted. Dead-letter queues do not count, and delayed
     * messages of unfollows neither: the second look waits for minutes.
     */
    public int messages() {
        QueueSizes sizes = new QueueSizes(sqs, queues);
        return Math.toIntExact(Stream.of(Queue.values())
                .mapToLong(queue -> queue == Queue.UPKEEP
                        ? sizes.of(queue).undelayed()
                        : sizes.of(queue).total())
                .sum());
    }

    /** Receives and deletes all dead-letter messages: a second call returns only new ones. */
    public List<DeadLetter> takeDeadLetters() {
        List<DeadLetter> taken = new ArrayList<>();
        for (Queue queue : Queue.values()) {
            String url = url(queues.deadName(queue));
            for (List<Message> batch = receive(url); !batch.isEmpty(); batch = receive(url)) {
                for (Message message : batch) {
                    MessageAttributeValue reason = message.messageAttributes().get(DeadLetterSender.REASON);
                    taken.add(new DeadLetter(
                            queue.suffix(), message.body(), reason == null ? null : reason.stringValue()));
                    sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
                }
            }
        }
        return taken;
    }

    /** Sets the visibility timeout of all queues: how long a message stays hidden after the worker that received it died. */
    public void setVisibility(Duration timeout) {
        Map<QueueAttributeName, String> attribute =
                Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(timeout.toSeconds()));
        for (Queue queue : Queue.values()) {
            String url = url(queues.name(queue));
            sqs.setQueueAttributes(r -> r.queueUrl(url).attributes(attribute));
        }
    }

    @Override
    public void close() {
        dynamoDb.close();
        sqs.close();
    }

    private List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url)
                        .maxNumberOfMessages(MAX_MESSAGES)
                        .waitTimeSeconds(0)
                        .messageAttributeNames("All"))
                .messages();
    }

    private String url(String name) {
        return sqs.getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
