package io.feedmill.stack;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.storage.Deadline;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Reads and writes what no client of Feedmill sees: the ledger, queues and dead-letter queues in the emulators. Thread-safe. */
public final class StorageAccess implements AutoCloseable {
    private static final LedgerRows LEDGER = new LedgerRows(16, new SecureRandom());
    private static final Duration MAX_WRITE = Duration.ofMinutes(1);
    private static final int MAX_MESSAGES = 10;

    private final StackClients clients;
    private final DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry());
    private final Stores stores;

    private StorageAccess(StackClients clients) {
        this.clients = clients;
        this.stores = Stores.in(
                clients.dynamoDb(),
                new TableSettings(clients.tables().prefix(), false, 16, 16, 8, 4, 64),
                new FeedSettings(Duration.ofDays(365)),
                metrics,
                WriteGate.open(),
                Clock.systemUTC());
    }

    public static StorageAccess of(Platform platform) {
        return new StorageAccess(StackClients.of(platform.servers()));
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
        LedgerStore ledger = stores.ledger();
        QuarterHour last = QuarterHour.of(to);
        return Stream.iterate(QuarterHour.of(from), quarter -> quarter.compareTo(last) <= 0, QuarterHour::next)
                .flatMap(quarter -> ledger.entries(quarter).stream())
                .toList();
    }

    /** Writes entries into the ledger. */
    public void writeLedger(List<LedgerEntry> entries) {
        List<WriteRequest> writes = entries.stream()
                .map(entry -> WriteRequest.builder()
                        .putRequest(put -> put.item(LEDGER.row(entry)))
                        .build())
                .toList();
        BatchWriter writer =
                new BatchWriter(clients.dynamoDb(), clients.tables(), metrics, WriteGate.open(), Sleeper.system());
        if (!writer.write(Table.LEDGER, writes, WriteOptions.bulk(Deadline.in(MAX_WRITE)))
                .complete()) {
            throw new IllegalStateException("Cannot write %d ledger entries.".formatted(entries.size()));
        }
    }

    /** Returns the reports and their checkpoint. */
    public ReportStores reports() {
        return stores.reports();
    }

    public String tableName(Table table) {
        return clients.tables().name(table);
    }

    /** Sends a text to the queue of that name, without prefix. */
    public void send(String queue, String text) {
        String name = Stream.of(Queue.values())
                .filter(each -> each.suffix().equals(queue))
                .map(clients.queues()::name)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown queue " + queue));
        String url = url(name);
        clients.sqs().sendMessage(r -> r.queueUrl(url).messageBody(text).messageGroupId("chaos"));
    }

    /** Returns the number of messages in the queues: waiting, delayed, or received and not deleted. Dead-letter queues do not count. */
    public int messages() {
        QueueSizes sizes = new QueueSizes(clients.sqs(), clients.queues());
        return Math.toIntExact(Stream.of(Queue.values())
                .mapToLong(queue -> sizes.of(queue).total())
                .sum());
    }

    /** Receives and deletes all dead-letter messages: a second call returns only new ones. */
    public List<DeadLetter> takeDeadLetters() {
        List<DeadLetter> taken = new ArrayList<>();
        for (Queue queue : Queue.values()) {
            String url = url(clients.queues().deadName(queue));
            for (List<Message> batch = receive(url); !batch.isEmpty(); batch = receive(url)) {
                for (Message message : batch) {
                    MessageAttributeValue reason = message.messageAttributes().get(DeadLetterSender.REASON);
                    taken.add(new DeadLetter(
                            queue.suffix(), message.body(), reason == null ? null : reason.stringValue()));
                    clients.sqs().deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
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
            String url = url(clients.queues().name(queue));
            clients.sqs().setQueueAttributes(r -> r.queueUrl(url).attributes(attribute));
        }
    }

    @Override
    public void close() {
        clients.close();
    }

    private List<Message> receive(String url) {
        return clients.sqs()
                .receiveMessage(r -> r.queueUrl(url)
                        .maxNumberOfMessages(MAX_MESSAGES)
                        .waitTimeSeconds(0)
                        .messageAttributeNames("All"))
                .messages();
    }

    private String url(String name) {
        return clients.sqs().getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
