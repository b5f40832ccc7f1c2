package io.feedmill.testkit;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScanRead;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scan of the keys of all home feeds, with the state at the time of each read. */
record FakeFeedScans(FakeTables tables) implements ScanStore {
    private static final ScannedTable TABLE = new ScannedTable(
            "homes", new KeyAttribute("pk", ScalarType.S), new KeyAttribute("sk", ScalarType.S), 0, 0, List.of());
    private static final int ITEM_BYTES = 300;
    private static final int PAGE_BYTES = 2 * ITEM_BYTES;

    @Override
    public Optional<ScannedTable> describe(String table) {
        return now().describe(table);
    }

    @Override
    public ScanKeys read(ScanRead read) {
        return now().read(read);
    }

    private FakeScanStore now() {
        FakeScanStore store = new FakeScanStore(PAGE_BYTES);
        store.create(TABLE);
        tables.homeRows()
                .forEach(row -> store.put(
                        TABLE.name(),
                        Map.of(
                                "pk",
                                KeyValue.string(row.feed().value()),
                                "sk",
                                KeyValue.string(row.key().value())),
                        ITEM_BYTES,
                        List.of()));
        return store;
    }
}
