package io.feedmill.testkit.contract;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import java.util.List;
import java.util.Map;

/** A {@link ScanStore} under test, and writes to its tables. */
public interface ScanBackend {

    ScanStore store();

    /** Creates the table and its indexes. The partition key of an index is a string attribute with the index's name. */
    void create(ScannedTable table);

    /** Puts items with these keys and a payload of this size into the table and the named indexes. */
    void put(ScannedTable table, List<Map<String, KeyValue>> keys, int bytes, List<String> indexes);
}
