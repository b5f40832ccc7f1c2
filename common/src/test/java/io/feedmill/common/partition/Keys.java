package io.feedmill.common.partition;

import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Tables and keys for tests. */
@NullMarked
final class Keys {
    static final KeyAttribute PK = new KeyAttribute("id", ScalarType.S);
    static final KeyAttribute SK = new KeyAttribute("at", ScalarType.N);

    private Keys() {}

    static ScannedTable table(@Nullable KeyAttribute sortKey, long items, long bytes) {
        return new ScannedTable("t", PK, sortKey, items, bytes, List.of(new TableIndex("by-id", 10, 40_000)));
    }

    static List<KeyValue> strings(String... texts) {
        return List.of(texts).stream().map(KeyValue::string).toList();
    }

    static ScanPosition at(String partition, int number) {
        return new ScanPosition(Map.of(
                PK.name(),
                KeyValue.string(partition),
                SK.name(),
                new KeyValue(ScalarType.N, Integer.toString(number))));
    }
}
