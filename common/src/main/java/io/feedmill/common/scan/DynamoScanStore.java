package io.feedmill.common.scan;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.scan.ScanRead.ScanKeys;
import java.util.Optional;

/** Reads through {@link Dynamo}, which retries. */
final class DynamoScanStore implements ScanStore {
    private final Dynamo dynamo;

    DynamoScanStore(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    @Override
    public Optional<ScannedTable> describe(String table) {
        return dynamo.describe(table).map(ScanRows::table);
    }

    @Override
    public ScanKeys read(ScanRead read) {
        return ScanRows.keys(read, dynamo.scan(ScanRows.request(read)));
    }
}
