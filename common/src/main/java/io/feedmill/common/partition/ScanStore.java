package io.feedmill.common.partition;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Reads the keys of any table of the account, whatever its prefix. Thread-safe. */
@Component
public record ScanStore(Dynamo dynamo) {

    /** Describes the table; empty if it is absent. */
    public Optional<ScannedTable> describe(String table) {
        return dynamo.describe(table).map(ScanRows::table);
    }

    /** One read, with a bounded number of retries; then it throws a {@link io.feedmill.common.storage.StorageException}. */
    public ScanKeys read(ScanRead read) {
        return ScanRows.keys(read, dynamo.scan(ScanRows.request(read)));
    }
}
