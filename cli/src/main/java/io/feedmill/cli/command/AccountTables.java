package io.feedmill.cli.command;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.MeteredReads;
import io.feedmill.common.dynamo.MeteredReads.ReadMeter;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All tables of an AWS account, reached by the standard AWS settings. */
public final class AccountTables implements AutoCloseable {
    private final DynamoDbClient client;
    private final ScanStore scans;

    private AccountTables(DynamoDbClient client, Sleeper sleeper) {
        this.client = client;
        this.scans = ScanStore.in(new Dynamo(
                client, new TableSchema(""), new DynamoMetrics(new SimpleMeterRegistry()), sleeper, System::nanoTime));
    }

    /**
     * Opens a connection. Throws a {@link CommandException} if the settings are incomplete.
     *
     * @param connections the maximum number of connections
     * @param meter receives every read
     * @param sleeper waits before a read is repeated
     */
    public static AccountTables open(int connections, ReadMeter meter, Sleeper sleeper) {
        try {
            return new AccountTables(
                    DynamoClients.createPatient(connections, List.of(new MeteredReads(meter))), sleeper);
        } catch (SdkException e) {
            throw new CommandException("DynamoDB cannot be reached: " + e.getMessage(), e);
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
