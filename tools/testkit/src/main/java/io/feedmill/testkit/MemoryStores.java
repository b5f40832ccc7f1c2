package io.feedmill.testkit;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostRows;
import io.feedmill.testkit.memory.Faults;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** All stores of the product over tables in memory, with the changes of these that only time, a crash or another version makes. Thread-safe. */
public final class MemoryStores extends StoredRows implements Stores {
    private static final Duration FEED_RETENTION = Duration.ofDays(30);
    private static final Duration LEDGER_RETENTION = Duration.ofDays(90);

    private final MemoryDynamoDb database;
    private final Clock clock;
    private final TableSettings tables;
    private final Duration feedRetention;
    private final HomeWrites homeWrites;
    private final FeedRows feedRows;
    private final LedgerRows ledgerRows;
    private final Stores stores;
    private final Supplier<FeedStore> unexpired;

    /** Creates stores with the default settings. */
    public MemoryStores(Clock clock) {
        this(clock, FEED_RETENTION);
    }

    /** Creates stores with the default settings but for how long home feeds keep an item. */
    public MemoryStores(Clock clock, Duration feedRetention) {
        this(new MemoryDynamoDb(clock), clock, feedRetention, StoreBeans.tables(64), BatchWriter.BATCH);
    }

    private MemoryStores(
            MemoryDynamoDb database, Clock clock, Duration feedRetention, TableSettings tables, int batch) {
        super(database, StoreBeans.SCHEMA);
        this.clock = clock;
        this.tables = tables;
        this.feedRetention = feedRetention;
        this.database = database;
        StoreBeans.createTables(database);
        homeWrites = new HomeWrites(batch);
        feedRows = new FeedRows(feedRetention);
        ledgerRows = new LedgerRows(tables.ledgerShards(), new Random(1), LEDGER_RETENTION);
        stores = stores(Faults.NONE);
        unexpired = SingletonSupplier.of(() ->
                stores(database, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)).feeds());
    }

    /** Creates stores for tests of single steps: a batch is one row, and the outbox has one shard, so that a sweep has no random order. */
    public static MemoryStores ofSteps(Clock clock) {
        return ofSteps(clock, FEED_RETENTION);
    }

    /** As {@link #ofSteps(Clock)}, with home feeds that keep an item for this time. */
    public static MemoryStores ofSteps(Clock clock, Duration feedRetention) {
        return new MemoryStores(new MemoryDynamoDb(clock), clock, feedRetention, StoreBeans.tables(1), 1);
    }

    /** Returns stores of the same tables whose calls go wrong as these faults say. */
    public Stores stores(Faults faults) {
        return stores(database.client(faults.then(this::refusal)), clock);
    }

    private Stores stores(MemoryDynamoDb client, Clock time) {
        return StoreBeans.start(client, homeWrites, tables, time, feedRetention);
    }

    /** The rows of refused readers stay unprocessed. */
    private Fault refusal(Call call) {
        return call.isOneOf(Operation.BATCH_WRITE_ITEM) && call.items().stream().anyMatch(homeWrites::refuses)
                ? new Fault.Unprocessed(homeWrites::refuses)
                : new Fault.None();
    }

    @Override
    public <S> S get(Class<S> type) {
        return stores.get(type);
    }

    /** Adds a ledger entry without a transaction, at any time. */
    public void enter(LedgerEntry entry) {
        put(LedgerRows.TABLE, ledgerRows.row(entry));
    }

    /** Returns the stored rows of a user's home feed, newest first. */
    public List<FeedItem> home(UserId user) {
        List<FeedItem> items = new ArrayList<>();
        PageRequest next = PageRequest.first(100);
        do {
            FeedPage page = unexpired.get().page(FeedName.home(user), next);
            items.addAll(page.items());
            next = new PageRequest(null, page.next(), next.limit());
        } while (next.after() != null);
        return items;
    }

    /** Returns the options of all batch writes. */
    public List<WriteOptions> writes() {
        return homeWrites.writes();
    }

    /** Retracts the post: marks it and leaves a tombstone in the author feed. Home feeds keep their rows. */
    public void retract(UserId author, PostId post) {
        set(
                PostRows.TABLE,
                Attributes.key(post.value(), "metadata"),
                Attributes.of().flag("retracted").string("author", author.value()));
        Attributes key = FeedRows.key(FeedName.author(author), post);
        put(FeedRows.AUTHORS, changed(key, row(FeedRows.AUTHORS, key)).flag("gone"));
    }

    /** Stores another version of the post, also in the author feed. Home feeds keep their rows. */
    public void revise(Post version) {
        String post = version.id().value();
        Attributes newest = row(PostRows.TABLE, Attributes.key(post, VersionKey.NEWEST));
        long before = new Row(newest).number("version");
        put(PostRows.TABLE, Attributes.of(newest).string(TableSchema.SK, VersionKey.of(before)));
        newest.remove("data");
        Optional.ofNullable(version.data()).ifPresent(data -> newest.string("data", data));
        put(PostRows.TABLE, newest.string("text", version.text()).number("version", version.version()));
        Attributes truth = feedRows.authorRow(FeedItem.of(version, Via.SELF));
        put(
                FeedRows.AUTHORS,
                changed(truth, row(FeedRows.AUTHORS, FeedRows.key(FeedName.author(version.author()), version.id()))));
    }

    /** Adds the job of the last change of the earlier row. */
    private static Attributes changed(Attributes row, Attributes earlier) {
        AttributeValue change = earlier.get("change");
        return change == null ? row : row.string("change", change.s());
    }

    /** Adds a row to any feed, without a post or a follow. */
    public void plant(StoredItem stored) {
        FeedItem item = stored.item();
        UserId reader = stored.feed().reader();
        put(
                FeedRows.table(stored.feed()),
                (reader == null ? feedRows.authorRow(item) : feedRows.homeRow(reader, item))
                        .string(TableSchema.PK, stored.feed().value())
                        .string(TableSchema.SK, stored.key().value()));
    }

    /** Lists authors on read until the list is full. */
    public void fillOnRead() {
        UserId first = new UserId("on-read-0");
        onRead().list(first, false);
        Attributes row = row(JobRows.TABLE, Attributes.key("on-read", first.value()));
        for (int i = 1; i < OnReadStore.MAX; i++) {
            put(JobRows.TABLE, row.string(TableSchema.SK, "on-read-" + i));
        }
    }

    /** Makes the job's outbox row one that no version writes. */
    public void makeOutboxRowMalformed(JobId job) {
        set(OutboxRows.TABLE, outboxRow(job), Attributes.of().string("resends", "many"));
    }

    /** Makes the job's outbox row one of a newer version. */
    public void makeOutboxRowNewer(JobId job) {
        set(OutboxRows.TABLE, outboxRow(job), Attributes.of().number("v", 99));
    }

    private Attributes outboxRow(JobId job) {
        return OutboxRows.key(jobs().find(job).orElseThrow().work());
    }

    /** Returns the rows of absent jobs. */
    public List<OutboxRow> orphans() {
        return database
                .query(q -> q.tableName(table(OutboxRows.TABLE))
                        .keyConditionExpression("pk = :orphans")
                        .expressionAttributeValues(Attributes.of().string(":orphans", "orphans")))
                .items()
                .stream()
                .map(row -> orphan(new Row(row)))
                .toList();
    }

    private static OutboxRow orphan(Row row) {
        String[] tickAndId = row.sk().split("\\.", 2);
        return new OutboxRow(
                new OpenWork(
                        row.string("kind"),
                        (int) row.number("shard"),
                        Long.parseLong(tickAndId[0]),
                        tickAndId[1],
                        new UserId(row.string("author"))),
                (int) row.number("resends"),
                row.optionalNumber("due").map(Instant::ofEpochMilli).orElse(null));
    }

    /** Replaces what the row of a job says of its progress. */
    public void replaceJob(Job job, JobState state, Counts counts) {
        set(
                JobRows.TABLE,
                Attributes.key(job.id().value(), "job"),
                Attributes.of()
                        .string("state", state.name())
                        .number("expected", counts.expected())
                        .number("delivered", counts.delivered())
                        .number("skipped", counts.skipped()));
    }

    /** Adds to an author's counters without a job. */
    public void count(UserId author, AuthorCounters more) {
        database.updateItem(u -> u.tableName(table(CounterRows.TABLE))
                .key(Attributes.key("author:" + author + "#0", "total"))
                .updateExpression("ADD posts :posts, deliveries :deliveries")
                .expressionAttributeValues(
                        Attributes.of().number(":posts", more.posts()).number(":deliveries", more.deliveries())));
    }

    /** Removes a feed's row. */
    public void remove(FeedName feed, PostId post) {
        delete(FeedRows.table(feed), FeedRows.key(feed, post));
    }

    /** Removes the row of a planned slice. Production code never does. */
    public void removeSlice(JobId job, int number) {
        delete(JobRows.TABLE, Attributes.key(job.value(), "slice#%07d".formatted(number)));
    }

    /** Throttles writes of home feeds after this number of rows: further writes return an incomplete result. */
    public void throttleAfter(int rows) {
        homeWrites.throttleAfter(rows);
    }

    /** Refuses writes of the home feeds of these users, and of no others. */
    public void refuse(UserId... users) {
        homeWrites.refuse(List.of(users));
    }

    /** Returns a copy of a row that exists. */
    private Attributes row(Table table, Attributes key) {
        Attributes row = find(table, key);
        if (row.isEmpty()) {
            throw new IllegalStateException("there is no row " + key);
        }
        return row;
    }
}
