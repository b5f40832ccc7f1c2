package io.feedmill.stack;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.feed.FeedSettings;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Sleeper;
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

/** What no client of Feedmill sees: its ledger, its queues and dead letters, straight from the emulators. Thread-safe. */
public final class Backstage implements AutoCloseable {

    private static final LedgerRows LEDGER = new LedgerRows(16, new SecureRandom());
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MAX = 10;

    private final EmulatorClients clients;
    private final Schema schema;
    private final Stores stores;

    private Backstage(EmulatorClients clients, Schema schema) {
        this.clients = clients;
        this.schema = schema;
        this.stores = Stores.in(
                clients.dynamoDb(),
                new TableSettings(schema.tables().prefix(), false, 16, 16, 8, 4, 64),
                new FeedSettings(Duration.ofDays(365)),
                metrics(),
                WriteGate.open(),
                Clock.systemUTC());
    }

    public static Backstage of(Platform platform) {
        return new Backstage(EmulatorClients.of(platform.servers()), Schema.of(System.getenv()));
    }

    /** The ledger's entries of all quarters of an hour from the first instant to the second. */
    public List<LedgerEntry> ledger(Instant from, Instant to) {
        LedgerStore ledger = stores.ledger();
        QuarterHour last = QuarterHour.of(to);
        return Stream.iterate(QuarterHour.of(from), quarter -> quarter.compareTo(last) <= 0, QuarterHour::next)
                .flatMap(quarter -> ledger.entries(quarter).stream())
                .toList();
    }

    /** Puts entries into the ledger that nothing has happened for. */
    public void enter(List<LedgerEntry> entries) {
        BatchWriter writer =
                new BatchWriter(clients.dynamoDb(), schema.tables(), metrics(), WriteGate.open(), Sleeper.system());
        List<WriteRequest> writes = entries.stream()
                .map(entry -> WriteRequest.builder()
                        .putRequest(put -> put.item(LEDGER.row(entry)))
                        .build())
                .toList();
        if (!writer.write(Table.LEDGER, writes, WriteOptions.bulk(Deadline.in(PATIENCE)))
                .complete()) {
            throw new IllegalStateException("The ledger did not take %d entries.".formatted(entries.size()));
        }
    }

    /** The reports and how far they have come. */
    public ReportStores reports() {
        return stores.reports();
    }

    /** The table's name. */
    public String table(Table table) {
        return schema.tables().name(table);
    }

    /** Sends a text to the queue of that name (without prefix), message or not. */
    public void send(String queue, String text) {
        String url = url(schema.queues().name(queue(queue)));
        clients.queues().sendMessage(r -> r.queueUrl(url).messageBody(text).messageGroupId("chaos"));
    }

    /** How many messages the queues hold: waiting, delayed or taken and not deleted. Dead letters do not count. */
    public int messages() {
        QueueSizes sizes = new QueueSizes(clients.queues(), schema.queues());
        return Math.toIntExact(Stream.of(Queue.values())
                .mapToLong(queue -> sizes.of(queue).total())
                .sum());
    }

    /** All dead letters. They are gone then, so that a second call finds only new ones. */
    public List<DeadLetter> takeDeadLetters() {
        List<DeadLetter> letters = new ArrayList<>();
        for (Queue queue : Queue.values()) {
            String url = url(schema.queues().deadName(queue));
            for (List<Message> some = receive(url); !some.isEmpty(); some = receive(url)) {
                some.forEach(message -> {
                    letters.add(new DeadLetter(queue.suffix(), message.body(), reason(message)));
                    clients.queues().deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
                });
            }
        }
        return letters;
    }

    /** How long a message stays hidden when the worker that took it is gone. */
    public void visibility(Duration timeout) {
        for (Queue queue : Queue.values()) {
            String url = url(schema.queues().name(queue));
            clients.queues()
                    .setQueueAttributes(r -> r.queueUrl(url)
                            .attributes(
                                    Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(timeout.toSeconds()))));
        }
    }

    @Override
    public void close() {
        clients.close();
    }

    private static DynamoMetrics metrics() {
        return new DynamoMetrics(new SimpleMeterRegistry());
    }

    private List<Message> receive(String url) {
        return clients.queues()
                .receiveMessage(r -> r.queueUrl(url)
                        .maxNumberOfMessages(MAX)
                        .waitTimeSeconds(0)
                        .messageAttributeNames("All"))
                .messages();
    }

    private static @Nullable String reason(Message message) {
        MessageAttributeValue reason = message.messageAttributes().get(DeadLetterSender.REASON);
        return reason == null ? null : reason.stringValue();
    }

    private static Queue queue(String name) {
        return Stream.of(Queue.values())
                .filter(queue -> queue.suffix().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no queue " + name));
    }

    private String url(String name) {
        return clients.queues().getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
