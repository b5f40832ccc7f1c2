package io.feedmill.stack;

import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.queue.QueueSchema;
import java.util.Map;

/**
 * Tables and queues of the embedded stack, under the names that API and worker take from the same environment.
 */
record Schema(TableSchema tables, QueueSchema queues) {

    private static final String DEFAULT_PREFIX = "feedmill-";

    static Schema of(Map<String, String> environment) {
        return new Schema(
                new TableSchema(environment.getOrDefault("FEEDMILL_TABLES_PREFIX", DEFAULT_PREFIX)),
                new QueueSchema(environment.getOrDefault("FEEDMILL_QUEUES_PREFIX", DEFAULT_PREFIX)));
    }

    /** Creates what is not there. */
    void create(EmulatorClients clients) {
        tables.create(clients.dynamoDb());
        queues.create(clients.queues());
    }
}
