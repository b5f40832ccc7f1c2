package io.feedmill.cli.command;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.MeteredCalls;
import io.feedmill.common.dynamo.MeteredCalls.UnitMeter;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All tables of an AWS account, reached by the standard AWS settings. */
public record AccountTables(DynamoDbClient client, Dynamo dynamo) implements AutoCloseable {

    /**
     * Opens up to this number of connections; the meter receives every read, and the sleeper waits before one is repeated. Throws a
     * {@link CommandException} if the settings are incomplete.
     */
    public static AccountTables open(int connections, UnitMeter meter, Sleeper sleeper) {
        try {
            DynamoDbClient client = DynamoClients.createPatient(connections, List.of(new MeteredCalls(meter)));
            DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry(), List.of());
            Timing timing = new Timing(SuspendSafeClock.system(), sleeper, new SecureRandom());
            Dynamo dynamo = new Dynamo(client, new TableSchema(""), metrics, StorageGate.open(), timing);
            return new AccountTables(client, dynamo);
        } catch (SdkException e) {
            throw new CommandException("DynamoDB cannot be reached: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
