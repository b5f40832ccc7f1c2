package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.MethodChooser;
import io.feedmill.common.partition.PartitionLister;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import io.feedmill.testkit.server.DynamoScanBackend;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link ScanStore} for listing partitions. Each test has its own tables. */
public abstract class ScanStoreContract extends Contract {
    private static final int PARTITIONS = 12;
    private static final String INDEX = "by.partition";

    private final DynamoScanBackend tables = new DynamoScanBackend(backend.client());
    private final ScanStore store = tables.store();

    /** Returns a table whose attribute names must be escaped in expressions. */
    private static ScannedTable table(ScalarType partitionKey, @Nullable ScalarType sortKey, String... indexes) {
        return new ScannedTable(
                "scan-" + UUID.randomUUID(),
                new KeyAttribute("from.user", partitionKey),
                sortKey == null ? null : new KeyAttribute("order", sortKey),
                0,
                0,
                List.of(indexes).stream()
                        .map(name -> new TableIndex(name, 0, 0))
                        .toList());
    }

    private static KeyValue value(ScalarType type, int number) {
        return switch (type) {
            case S -> KeyValue.string("name-" + number);
            case N -> new KeyValue(ScalarType.N, Integer.toString(number));
            case B ->
                new KeyValue(ScalarType.B, Base64.getEncoder().encodeToString(new byte[] {(byte) number, (byte) 0xff}));
        };
    }

    /** Returns the greatest key of the type. Numbers are formatted as DynamoDB formats them. */
    private static KeyValue greatest(ScalarType type) {
        KeyValue greatest = type.greatest();
        return type == ScalarType.N
                ? new KeyValue(ScalarType.N, new BigDecimal(greatest.text()).toPlainString())
                : greatest;
    }

    private static Map<String, KeyValue> key(ScannedTable table, KeyValue partition, @Nullable KeyValue sort) {
        KeyAttribute sortKey = table.sortKey();
        String partitionKey = table.partitionKey().name();
        return sortKey == null || sort == null
                ? Map.of(partitionKey, partition)
                : Map.of(partitionKey, partition, sortKey.name(), sort);
    }

    private static List<KeyValue> partitions(ScannedTable table) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(i -> value(table.partitionKey().type(), i))
                .toList();
    }

    /** Adds one to four items to each partition, with the greatest possible sort key among them. */
    private void fill(ScannedTable table) {
        KeyAttribute sortKey = table.sortKey();
        List<Map<String, KeyValue>> keys = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            KeyValue partition = value(table.partitionKey().type(), i);
            keys.add(key(table, partition, sortKey == null ? null : greatest(sortKey.type())));
            for (int item = 0; sortKey != null && item < i % 4; item++) {
                keys.add(key(table, partition, value(sortKey.type(), item)));
            }
        }
        tables.create(table);
        tables.put(table, keys, 100, List.of());
    }

    private ScannedTable described(ScannedTable table) {
        return store.describe(table.name()).orElseThrow();
    }

    private List<KeyValue> list(ScannedTable table, MethodChoice choice, int segments) {
        List<KeyValue> found = new ArrayList<>();
        PartitionListing end = new PartitionLister(store)
                .list(
                        described(table),
                        PartitionListing.begin(table.name(), choice, segments),
                        Double.MAX_VALUE,
                        (more, now) -> found.addAll(more));
        assertThat(end.finished()).isTrue();
        assertThat(end.found()).isEqualTo(found.size());
        return found;
    }

    private void assertListed(ScannedTable table, ScanMethod method) {
        MethodChoice choice = MethodChoice.asked(described(table), method, null);
        assertThat(list(table, choice, 1)).containsExactlyInAnyOrderElementsOf(partitions(table));
        assertThat(list(table, choice, 5)).containsExactlyInAnyOrderElementsOf(partitions(table));
    }

    @ParameterizedTest
    @EnumSource
    void partitionsOfAnyTypeAreListedByScanAndSkip(ScalarType type) {
        ScannedTable table = table(type, type);
        fill(table);
        assertListed(table, ScanMethod.SCAN);
        assertListed(table, ScanMethod.SKIP);
    }

    @Test
    void aTableWithoutSortKeyHasItemsForPartitions() {
        ScannedTable table = table(ScalarType.S, null);
        fill(table);
        assertListed(table, ScanMethod.SCAN);
        assertThat(new MethodChooser(store).choose(described(table), null).method())
                .isEqualTo(ScanMethod.SCAN);
    }

    @Test
    void anIndexListsThePartitionsOfItsItems() {
        ScannedTable table = table(ScalarType.S, ScalarType.N, INDEX);
        fill(table);
        List<KeyValue> marked = partitions(table).subList(0, 7);
        tables.put(
                table,
                marked.stream()
                        .map(partition -> key(table, partition, value(ScalarType.N, 99)))
                        .toList(),
                10,
                List.of(INDEX));
        MethodChoice choice = MethodChoice.asked(described(table), ScanMethod.INDEX, INDEX);
        assertThat(list(table, choice, 3)).containsExactlyInAnyOrderElementsOf(marked);
    }

    @Test
    void aLocalIndexListsThePartitionsOfItsItems() {
        Table local = new Table("scan-" + UUID.randomUUID(), true, Index.local("by_time", "at"));
        backend.client().createTable(new TableSchema("").definition(local));
        for (int i = 0; i < PARTITIONS; i++) {
            Attributes item = Attributes.key("name-" + i, "order");
            Attributes indexed = i % 2 == 0 ? item.string("at", "now") : item;
            backend.client().putItem(r -> r.tableName(local.suffix()).item(indexed));
        }
        ScannedTable table = store.describe(local.suffix()).orElseThrow();
        assertThat(list(table, MethodChoice.asked(table, ScanMethod.INDEX, "by_time"), 3))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, PARTITIONS / 2)
                        .mapToObj(i -> KeyValue.string("name-" + 2 * i))
                        .toList());
    }

    /** Only the static element of each of two devices is in the index. */
    @Test
    void theArticlesDevicesAreListed() {
        ScannedTable devices = table(ScalarType.N, ScalarType.S, INDEX);
        List<KeyValue> ids = List.of(value(ScalarType.N, 1), value(ScalarType.N, 2));
        tables.create(devices);
        for (KeyValue id : ids) {
            tables.put(devices, List.of(key(devices, id, KeyValue.string("#static"))), 50, List.of(INDEX));
            tables.put(
                    devices,
                    Stream.of("2024-01-01", "2024-01-02", "2024-01-03")
                            .map(day -> key(devices, id, KeyValue.string(day)))
                            .toList(),
                    200,
                    List.of());
        }
        assertThat(Arrays.stream(ScanMethod.values())
                        .map(method -> MethodChoice.asked(described(devices), method, INDEX))
                        .map(choice -> list(devices, choice, 1)))
                .allSatisfy(listed -> assertThat(listed).containsExactlyInAnyOrderElementsOf(ids));
    }

    /** An editor's post is in the feeds of the editor and of the followers, under reversed ticks. Each feed is a partition. */
    @Test
    void theArticlesFeedsAreListedByTicks() {
        ScannedTable feeds = table(ScalarType.S, ScalarType.N);
        List<KeyValue> users = Stream.of("editor", "follower1", "follower2", "follower3")
                .map(KeyValue::string)
                .toList();
        tables.create(feeds);
        LongStream.range(0, 30)
                .map(nanos -> Long.MAX_VALUE - 1_410_000_000_000_000_000L - nanos)
                .mapToObj(ticks -> new KeyValue(ScalarType.N, Long.toString(ticks)))
                .forEach(ticks -> tables.put(
                        feeds,
                        users.stream().map(user -> key(feeds, user, ticks)).toList(),
                        100,
                        List.of()));
        for (ScanMethod method : List.of(ScanMethod.SCAN, ScanMethod.SKIP)) {
            assertThat(list(feeds, MethodChoice.asked(described(feeds), method, null), 2))
                    .containsExactlyInAnyOrderElementsOf(users);
        }
    }

    @Test
    void aTableIsDescribed() {
        ScannedTable table = table(ScalarType.B, ScalarType.N, INDEX);
        tables.create(table);
        ScannedTable described = described(table);
        assertThat(described.partitionKey()).isEqualTo(table.partitionKey());
        assertThat(described.sortKey()).isEqualTo(table.sortKey());
        assertThat(described.indexes()).extracting(TableIndex::name).containsExactly(INDEX);
        assertThat(store.describe("scan-nowhere")).isEmpty();
    }

    @Test
    void aSkipReadsOneItemPerPartition() {
        ScannedTable table = table(ScalarType.S, ScalarType.N);
        tables.create(table);
        for (KeyValue partition : partitions(table).subList(0, 5)) {
            List<Map<String, KeyValue>> keys = IntStream.range(0, 25)
                    .mapToObj(i -> key(table, partition, value(ScalarType.N, i)))
                    .toList();
            tables.put(table, keys, 2_000, List.of());
        }
        assertThat(units(table, ScanMethod.SKIP)).isBetween(2.5, 3.0);
        assertThat(units(table, ScanMethod.SCAN)).isGreaterThan(30);
    }

    private double units(ScannedTable table, ScanMethod method) {
        MethodChoice choice = MethodChoice.asked(described(table), method, null);
        return new PartitionLister(store)
                .list(
                        described(table),
                        PartitionListing.begin(table.name(), choice, 1),
                        Double.MAX_VALUE,
                        (more, now) -> {})
                .units();
    }

    @Test
    void aListingContinuesAfterItsBudget() {
        ScannedTable table = table(ScalarType.S, ScalarType.S);
        fill(table);
        MethodChoice choice = MethodChoice.asked(described(table), ScanMethod.SKIP, null);
        PartitionListing listing = PartitionListing.begin(table.name(), choice, 3);
        List<KeyValue> found = new ArrayList<>();
        int runs = 0;
        while (!listing.finished()) {
            PartitionListing from = PartitionListing.decode(PartitionListing.encode(listing));
            listing = new PartitionLister(store)
                    .list(described(table), from, from.units() + 1, (more, now) -> found.addAll(more));
            runs++;
        }
        assertThat(runs).isGreaterThan(2);
        assertThat(found).containsExactlyInAnyOrderElementsOf(partitions(table));
    }
}
