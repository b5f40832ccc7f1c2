package io.feedmill.common.partition;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import java.util.Optional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Reads the keys of any table of the account. Thread-safe. */
public interface ScanStore {
    /** Describes the table; empty if it is absent. */
    Optional<ScannedTable> describe(String table);

    /** One read, with a bounded number of retries; then it throws a {@link io.feedmill.common.storage.StorageException}. */
    ScanKeys read(ScanRead read);

    /** The tables in DynamoDB, with any prefix. */
    static ScanStore in(Dynamo dynamo) {
        return new DynamoScanStore(dynamo);
    }

    /** Reads through {@link Dynamo}, which retries. */
    record DynamoScanStore(Dynamo dynamo) implements ScanStore {
        @Override
        public Optional<ScannedTable> describe(String table) {
            return dynamo.describe(table).map(ScanRows::table);
        }

        @Override
        public ScanKeys read(ScanRead read) {
            return ScanRows.keys(read, dynamo.scan(ScanRows.request(read)));
        }
    }

    /** The store of scans. */
    @Configuration(proxyBeanMethods = false)
    @Import(DynamoScanStore.class)
    class PartitionConfiguration {}
}
