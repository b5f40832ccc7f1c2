package io.feedmill.testkit;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.ScanRead;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The items of one table, by the hash of their partition key, then by their sort key. */
final class FakeScanTable {
    private final ScannedTable table;
    private final TreeMap<ScanPosition, Item> items = new TreeMap<>(
            Comparator.comparingLong(this::hash).thenComparing(this::partition).thenComparing(this::compareSortKeys));

    FakeScanTable(ScannedTable table) {
        this.table = table;
    }

    record Item(ScanPosition key, int bytes, List<String> indexes) {
        KeyValue part(String name) {
            return Objects.requireNonNull(key.key().get(name));
        }
    }

    void put(ScanPosition key, int bytes, List<String> indexes) {
        items.put(key, new Item(key, bytes, List.copyOf(indexes)));
    }

    ScannedTable describe() {
        return new ScannedTable(
                table.name(),
                table.partitionKey(),
                table.sortKey(),
                items.size(),
                items.values().stream().mapToLong(Item::bytes).sum(),
                table.indexes().stream()
                        .map(index -> FakeScanStore.index(index.name(), inIndex(index.name())))
                        .toList());
    }

    private List<Item> inIndex(String index) {
        return items.values().stream()
                .filter(item -> item.indexes().contains(index))
                .toList();
    }

    /** Returns the items of the read's segment after its position. */
    List<Item> itemsAfter(ScanRead read) {
        ScanPosition after = read.after();
        return (after == null ? items : items.tailMap(after, false))
                .values().stream()
                        .filter(item -> segment(item.key(), read.segments()) == read.segment())
                        .filter(item -> read.index() == null || item.indexes().contains(read.index()))
                        .toList();
    }

    int segment(ScanPosition key, int segments) {
        return (int) ((hash(key) * segments) >>> Integer.SIZE);
    }

    /** Returns an unsigned hash of 32 bits. */
    private long hash(ScanPosition key) {
        return Integer.toUnsignedLong(partition(key).hashCode() * 0x9E3779B9);
    }

    private String partition(ScanPosition key) {
        return Objects.requireNonNull(key.key().get(table.partitionKey().name()))
                .text();
    }

    private int compareSortKeys(ScanPosition a, ScanPosition b) {
        KeyAttribute sortKey = table.sortKey();
        return sortKey == null
                ? 0
                : compare(a.key().get(sortKey.name()), b.key().get(sortKey.name()));
    }

    private static int compare(@Nullable KeyValue a, @Nullable KeyValue b) {
        KeyValue left = Objects.requireNonNull(a);
        KeyValue right = Objects.requireNonNull(b);
        return switch (left.type()) {
            case S -> Arrays.compareUnsigned(utf8(left), utf8(right));
            case N -> new BigDecimal(left.text()).compareTo(new BigDecimal(right.text()));
            case B -> Arrays.compareUnsigned(bytes(left), bytes(right));
        };
    }

    private static byte[] utf8(KeyValue value) {
        return value.text().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(KeyValue value) {
        return Base64.getDecoder().decode(value.text());
    }
}
