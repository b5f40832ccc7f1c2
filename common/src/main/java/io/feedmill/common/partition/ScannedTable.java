package io.feedmill.common.partition;

import io.feedmill.common.partition.KeyValue.ScalarType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table as DynamoDB describes it. Without a sort key each item is a partition. Items and bytes are statistics, up to six hours old. */
public record ScannedTable(
        String name,
        KeyAttribute partitionKey,
        @Nullable KeyAttribute sortKey,
        long items,
        long bytes,
        List<TableIndex> indexes) {

    public Optional<TableIndex> index(String name) {
        return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
    }

    public record KeyAttribute(String name, ScalarType type) {}

    /** A secondary index, with DynamoDB's statistics, up to six hours old. */
    public record TableIndex(String name, long items, long bytes) {}
}
