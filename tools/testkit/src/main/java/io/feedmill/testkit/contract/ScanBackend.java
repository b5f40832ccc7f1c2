package io.feedmill.testkit.contract;

import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import java.util.List;
import java.util.Map;

/** A {@link ScanStore} under test, and what fills its tables. */
public interface ScanBackend {

    ScanStore store();

    /** Creates the table, its indexes too: the partition key of each is a string attribute of the index's name. */
    void create(ScannedTable table);

    /** Puts items with these keys and a payload of so many bytes, each into those indexes that are named. */
    void put(ScannedTable table, List<Map<String, KeyValue>> keys, int bytes, List<String> indexes);
}
