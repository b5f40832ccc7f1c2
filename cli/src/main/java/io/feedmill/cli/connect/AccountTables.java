package io.feedmill.cli.connect;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.MeteredReads;
import io.feedmill.common.dynamo.ReadMeter;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.storage.Sleeper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All tables of an account, ours or not: region, credentials and endpoint as the standard AWS settings have them. */
public final class AccountTables implements AutoCloseable {
    private final DynamoDbClient client;
    private final ScanStore scans;

    private AccountTables(DynamoDbClient client, Sleeper sleeper) {
        this.client = client;
        this.scans = ScanStore.in(new Dynamo(
                client, new TableSchema(""), new DynamoMetrics(new SimpleMeterRegistry()), sleeper, System::nanoTime));
    }

    /**
     * A connection that tells the meter of every read. Throws a {@link ConnectFailure} where the settings do not tell where the tables are.
     *
     * @param connections at most
     * @param sleeper waits before a read is repeated
     */
    public static AccountTables open(int connections, ReadMeter meter, Sleeper sleeper) {
        try {
            return new AccountTables(DynamoClients.create(connections, List.of(new MeteredReads(meter))), sleeper);
        } catch (SdkException e) {
            throw new ConnectFailure("DynamoDB cannot be reached: " + e.getMessage(), e);
        }
    }

    public ScanStore scans() {
        return scans;
    }

    @Override
    public void close() {
        client.close();
    }
}
