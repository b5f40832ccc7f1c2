package io.feedmill.common.scan;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.scan.ScanRead.ScanKeys;
import java.util.Optional;

/** Reads the keys of any table of the account. Thread-safe. */
public interface ScanStore {

    /** The table as it is; empty where there is none of this name. */
    Optional<ScannedTable> describe(String table);

    /** One read, repeated a bounded number of times where it fails; then it is a {@link io.feedmill.common.storage.StorageException}. */
    ScanKeys read(ScanRead read);

    /** The tables in DynamoDB, whatever the names of ours begin with. */
    static ScanStore in(Dynamo dynamo) {
        return new DynamoScanStore(dynamo);
    }
}
