package io.feedmill.common.scan;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.scan.ScanRead.ScanKeys;
import java.util.Optional;

/** Reads the keys of any table of the account. Thread-safe. */
public interface ScanStore {

    /** The table as it is; empty if absent of this name. */
    Optional<ScannedTable> describe(String table);

    /** One read, with a bounded number of retries; then it throws a {@link io.feedmill.common.storage.StorageException}. */
    ScanKeys read(ScanRead read);

    /** The tables in DynamoDB, with any prefix. */
    static ScanStore in(Dynamo dynamo) {
        return new DynamoScanStore(dynamo);
    }
}
