package io.feedmill.testkit;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.ScanRead;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tables of keys in memory, read as in DynamoDB: partitions are ordered by hash, segments divide the hash range, and a page has a maximum size.
 * Thread-safe.
 */
public final class FakeScanStore implements ScanStore {
    private static final int HALF_UNIT_BYTES = 4_096;
    private static final double NO_BYTES = 0.5;

    private final Map<String, FakeScanTable> tables = new HashMap<>();
    private final List<ScanRead> reads = new ArrayList<>();
    private final int pageBytes;
    private int healthyReads = Integer.MAX_VALUE;

    /** Creates a store with pages of 1 MB. */
    public FakeScanStore() {
        this(1_048_576);
    }

    public FakeScanStore(int pageBytes) {
        this.pageBytes = pageBytes;
    }

    /** Creates a table. Its statistics are always up to date. */
    public synchronized void create(ScannedTable table) {
        tables.put(table.name(), new FakeScanTable(table));
    }

    /** Puts an item of this size into the table and the named indexes. */
    public synchronized void put(String table, Map<String, KeyValue> key, int bytes, List<String> indexes) {
        table(table).put(new ScanPosition(key), bytes, indexes);
    }

    /** Throttles every read after this number of further reads. */
    public synchronized void throttleAfter(int more) {
        healthyReads = reads.size() + more;
    }

    /** Returns the reads so far, oldest first. */
    public synchronized List<ScanRead> reads() {
        return List.copyOf(reads);
    }

    @Override
    public synchronized Optional<ScannedTable> describe(String table) {
        return Optional.ofNullable(tables.get(table)).map(FakeScanTable::describe);
    }

    @Override
    public synchronized ScanKeys read(ScanRead read) {
        if (reads.size() >= healthyReads) {
            throw new StorageException(Kind.THROTTLED, "ProvisionedThroughputExceeded");
        }
        reads.add(read);
        FakeScanTable table = table(read.table().name());
        ScanPosition after = read.after();
        if (after != null && table.segment(after, read.segments()) != read.segment()) {
            throw new StorageException(Kind.PERMANENT, "ValidationException");
        }
        return page(read, table.itemsAfter(read));
    }

    private ScanKeys page(ScanRead read, List<FakeScanTable.Item> items) {
        String partitionKey = read.table().partitionKey().name();
        List<KeyValue> partitions = new ArrayList<>();
        long bytes = 0;
        for (FakeScanTable.Item item : items) {
            bytes += item.bytes();
            partitions.add(item.part(partitionKey));
            if (partitions.size() == read.limit() || bytes >= pageBytes) {
                return new ScanKeys(partitions, item.key(), units(bytes));
            }
        }
        return new ScanKeys(partitions, null, units(bytes));
    }

    private static double units(long bytes) {
        return Math.max(NO_BYTES, Math.ceilDiv(bytes, HALF_UNIT_BYTES) / 2.0);
    }

    private FakeScanTable table(String name) {
        FakeScanTable table = tables.get(name);
        if (table == null) {
            throw new StorageException(Kind.FORBIDDEN, "ResourceNotFoundException");
        }
        return table;
    }

    /** Returns the statistics of an index. */
    static TableIndex index(String name, List<FakeScanTable.Item> items) {
        return new TableIndex(
                name,
                items.size(),
                items.stream().mapToLong(FakeScanTable.Item::bytes).sum());
    }
}
