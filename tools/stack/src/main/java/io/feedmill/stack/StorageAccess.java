package io.feedmill.stack;

import io.feedmill.cli.audit.AuditStores;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.MeteredCalls;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.report.ReportStore;
import io.feedmill.emulators.EmulatorProcesses;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Reads and writes tables and queues in the emulators. It reads no AWS setting: the user's own may name a real account. Thread-safe. */
public final class StorageAccess implements AutoCloseable {
    private static final String DEFAULT_PREFIX = "feedmill-";
    private static final String TABLES_PREFIX = "FEEDMILL_TABLES_PREFIX";
    private static final String QUEUES_PREFIX = "FEEDMILL_QUEUES_PREFIX";
    private static final int MAX_ROWS = 1_000;
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

    private final DynamoDbClient dynamoDb;
    private final TableAccess tables;
    private final QueueAccess queues;
    private final ConfigurableApplicationContext beans;
    private final DoubleAdder readUnits = new DoubleAdder();

    private StorageAccess(EmulatorProcesses servers, Clock clock, TableSchema schema, QueueSchema names) {
        Region region = Region.of(EmulatorProcesses.REGION);
        AwsCredentialsProvider dummy =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));
        this.dynamoDb = DynamoDbClient.builder()
                .endpointOverride(servers.dynamoDb().endpoint())
                .region(region)
                .credentialsProvider(dummy)
                .overrideConfiguration(o -> o.addExecutionInterceptor(new MeteredCalls(this::consumed)))
                .build();
        SqsClient sqs = SqsClient.builder()
                .endpointOverride(servers.queues().endpoint())
                .region(region)
                .credentialsProvider(dummy)
                .build();
        this.beans = CommonConfiguration.start(
                dynamoDb,
                new TableSettings(schema.prefix(), false, 64, 64, 8, 64),
                new FeedSettings(Duration.ofDays(30)),
                clock,
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()));
        this.tables = new TableAccess(dynamoDb, schema, beans.getBean(BatchWriter.class), CommonConfiguration.tables());
        this.queues = new QueueAccess(sqs, names);
    }

    private void consumed(Operation operation, String table, double units) {
        if (operation.isRead()) {
            readUnits.add(units);
        }
    }

    public static StorageAccess of(Platform platform) {
        return of(platform, Clock.systemUTC());
    }

    /** Returns one that reads and writes as a process with this clock. */
    public static StorageAccess of(Platform platform, Clock clock) {
        // API and worker take the names of tables and queues from the same environment.
        return new StorageAccess(
                platform.servers(),
                clock,
                new TableSchema(System.getenv().getOrDefault(TABLES_PREFIX, DEFAULT_PREFIX)),
                new QueueSchema(System.getenv().getOrDefault(QUEUES_PREFIX, DEFAULT_PREFIX)));
    }

    /** Returns one for the tables and queues with this prefix, and creates those that do not exist. */
    public static StorageAccess create(Platform platform, String prefix) {
        StorageAccess storage = new StorageAccess(
                platform.servers(), Clock.systemUTC(), new TableSchema(prefix), new QueueSchema(prefix));
        storage.create();
        return storage;
    }

    /** Returns the variables of a process that uses the tables and queues with this prefix. */
    public static Map<String, String> variables(String prefix) {
        return Map.of(TABLES_PREFIX, prefix, QUEUES_PREFIX, prefix);
    }

    public QueueAccess queues() {
        return queues;
    }

    /** Creates the tables and queues that do not exist. */
    void create() {
        tables.create();
        queues.create();
    }

    public TableAccess tables() {
        return tables;
    }

    /** Returns the stores that an audit reads. */
    public AuditStores stores() {
        return beans.getAutowireCapableBeanFactory().createBean(AuditStores.class);
    }

    /** Returns the read units that calls of this have consumed. */
    public double readUnits() {
        return readUnits.sum();
    }

    /** Returns the ledger's entries of all quarters of an hour from the first instant to the second. */
    public List<LedgerEntry> ledger(Instant from, Instant to) {
        LedgerStore ledger = beans.getBean(LedgerStore.class);
        QuarterHour last = QuarterHour.of(to);
        List<LedgerEntry> entries = new ArrayList<>();
        Stream.iterate(QuarterHour.of(from), quarter -> quarter.compareTo(last) <= 0, QuarterHour::next)
                .flatMap(quarter -> ledger.partitions(quarter).stream())
                .forEach(partition -> {
                    LedgerPage page = ledger.page(partition, null);
                    entries.addAll(page.entries());
                    while (page.next() != null) {
                        page = ledger.page(partition, page.next());
                        entries.addAll(page.entries());
                    }
                });
        entries.sort(Comparator.comparing(LedgerEntry::at));
        return entries;
    }

    /** Writes entries into the ledger. */
    public void writeLedger(List<LedgerEntry> entries) {
        LedgerRows rows = beans.getBean(LedgerRows.class);
        tables.write(
                LedgerRows.TABLE,
                entries.stream().map(rows::row).map(BatchWriter::put).toList());
    }

    /** Returns the reports and their checkpoint. */
    public ReportStore reports() {
        return beans.getBean(ReportStore.class);
    }

    /** Returns the list of authors on read. */
    public DormancyStore dormancy() {
        return beans.getBean(DormancyStore.class);
    }

    public ReaderStore readers() {
        return beans.getBean(ReaderStore.class);
    }

    public OnReadStore onRead() {
        return beans.getBean(OnReadStore.class);
    }

    /** Returns the full name of the table of home feeds. */
    public String homesTable() {
        return tables.schema().name(FeedRows.HOMES);
    }

    /** Returns the number of messages in the queues and of rows in the outbox; early: without unfollows, whose second look waits. */
    public int openWork(boolean early) {
        long rows = outboxRows(Instant.now().plus(CLOCK_TOLERANCE))
                .filter(row -> !early || isEarly(row.work().kind()))
                .count();
        return Math.toIntExact(queues.messages() + (early ? 0 : queues.delayedUpkeep()) + rows);
    }

    /** Returns whether work that was accepted before this time is not done. */
    public boolean hasWorkFrom(Instant before) {
        return outboxRows(before).findAny().isPresent();
    }

    private Stream<OutboxRow> outboxRows(Instant before) {
        OutboxStore outbox = beans.getBean(OutboxStore.class);
        return IntStream.range(0, outbox.shards())
                .mapToObj(shard -> outbox.rows(shard, before, null, MAX_ROWS))
                .flatMap(page -> page.rows().stream());
    }

    private static boolean isEarly(String kind) {
        return kind.equals(Job.KIND) || kind.equals(FollowChange.Kind.FOLLOW.value());
    }

    @Override
    public void close() {
        beans.close();
        dynamoDb.close();
        queues.close();
    }
}
