package io.feedmill.testkit.contract;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.testkit.FakeScanStore;
import java.util.List;
import java.util.Map;

final class FakeScanBackend implements ScanBackend {
    private final FakeScanStore store = new FakeScanStore();

    @Override
    public ScanStore store() {
        return store;
    }

    @Override
    public void create(ScannedTable table) {
        store.create(table);
    }

    @Override
    public void put(ScannedTable table, List<Map<String, KeyValue>> keys, int bytes, List<String> indexes) {
        keys.forEach(key -> store.put(table.name(), key, bytes, indexes));
    }
}
