package io.feedmill.common.dynamo;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the tables are.
 *
 * @param prefix what their names begin with
 * @param create whether to create those that are not there at start
 * @param outboxShards how many partitions the open jobs are spread over; may be raised, never lowered
 * @param ledgerShards how many partitions share a quarter hour of the ledger; may be raised, never lowered
 * @param counterShards how many items share a counter's writes; may be raised, never lowered
 * @param placeShards how many partitions share the posts of a country; may be raised, never lowered
 * @param connections to DynamoDB, at most
 */
@ConfigurationProperties("feedmill.tables")
public record TableSettings(
        @DefaultValue("feedmill-") String prefix,
        @DefaultValue("false") boolean create,
        @DefaultValue("16") int outboxShards,
        @DefaultValue("16") int ledgerShards,
        @DefaultValue("8") int counterShards,
        @DefaultValue("4") int placeShards,
        @DefaultValue("64") int connections) {

    /** They are read by one BatchGetItem. */
    private static final int MAX_COUNTER_SHARDS = 100;

    public TableSettings {
        require(outboxShards, "outbox-shards");
        require(ledgerShards, "ledger-shards");
        require(counterShards, "counter-shards");
        if (counterShards > MAX_COUNTER_SHARDS) {
            throw new IllegalArgumentException(
                    "feedmill.tables.counter-shards must be at most " + MAX_COUNTER_SHARDS + ", not " + counterShards);
        }
        require(placeShards, "place-shards");
        require(connections, "connections");
    }

    private static void require(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException("feedmill.tables." + name + " must be at least 1, not " + value);
        }
    }

    public TableSchema schema() {
        return new TableSchema(prefix);
    }
}
