package io.feedmill.common.scan;

import java.util.Map;

/** Where a scan goes on: behind this key. In a table with a sort key, one without it stands for the end of the partition. */
public record ScanPosition(Map<String, KeyValue> key) {
    public ScanPosition {
        key = Map.copyOf(key);
    }
}
