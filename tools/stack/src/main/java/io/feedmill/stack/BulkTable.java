package io.feedmill.stack;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.key.Digits;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.storage.Deadline;
import io.feedmill.emulators.Emulator;
import io.feedmill.emulators.Ports;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A table with many items in each partition, in a DynamoDB Local of its own, in memory. Thread-safe. */
public final class BulkTable implements AutoCloseable {
    private static final TableSchema SCHEMA = new TableSchema("bulk-");
    private static final Duration MAX_FILL = Duration.ofMinutes(10);
    private static final int SORT_KEY = 10;

    private final Emulator server;
    private final DynamoDbClient client;
    private final DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry());
    private final int items;
    private final int bytes;

    private BulkTable(Emulator server, int items, int bytes) {
        this.server = server;
        this.client = StackClients.dynamoDb(server);
        this.items = items;
        this.bytes = bytes;
    }

    /**
     * Starts an empty one.
     *
     * @param items that a partition gets
     * @param bytes size of each, attribute names included
     */
    public static BulkTable start(Workspace workspace, int items, int bytes) {
        int port = Ports.findFree();
        BulkTable table = new BulkTable(
                Emulator.startDynamoDbLocal(port, Optional.empty(), workspace.servers(workspace.freshLogs(port))),
                items,
                bytes);
        try {
            SCHEMA.create(table.client);
            return table;
        } catch (RuntimeException e) {
            table.close();
            throw e;
        }
    }

    public String name() {
        return SCHEMA.name(Table.FEEDS);
    }

    /** Writes the items of a partition; its key must be as long as all others, so that their items are. */
    public void fill(String partition) {
        BatchWriter writer = new BatchWriter(client, SCHEMA, metrics, WriteGate.open(), Sleeper.system());
        List<WriteRequest> writes = IntStream.range(0, items)
                .mapToObj(item -> WriteRequest.builder()
                        .putRequest(put -> put.item(item(partition, item)))
                        .build())
                .toList();
        WriteOptions terms = WriteOptions.bulk(Deadline.in(MAX_FILL, System::nanoTime));
        if (!writer.write(Table.FEEDS, writes, terms).complete()) {
            throw new IllegalStateException("partition " + partition + " was not written within " + MAX_FILL);
        }
    }

    private Map<String, AttributeValue> item(String partition, int item) {
        int names = TableSchema.PK.length() + TableSchema.SK.length() + "text".length();
        String text = "x".repeat(bytes - names - partition.length() - SORT_KEY);
        return Map.of(
                TableSchema.PK,
                AttributeValue.fromS(partition),
                TableSchema.SK,
                AttributeValue.fromS(Digits.encode(item, SORT_KEY)),
                "text",
                AttributeValue.fromS(text));
    }

    public int items() {
        return items;
    }

    public int bytes() {
        return bytes;
    }

    public ScanStore scans() {
        return ScanStore.in(new Dynamo(client, SCHEMA, metrics, Sleeper.system(), System::nanoTime));
    }

    @Override
    public void close() {
        try (server) {
            client.close();
        }
    }
}
