package io.feedmill.common.dynamo;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The tables.
 *
 * @param prefix prefix of table names
 * @param create whether missing tables are created at start
 * @param outboxShards partitions of the outbox; raise, never lower: workers first, because their sweep must know every shard
 * @param ledgerShards partitions of a quarter hour of the ledger; raise, never lower, on all processes within 30 minutes
 * @param counterShards items of a counter, up to 100; raise, never lower: APIs first
 * @param connections maximum number of connections to DynamoDB, and as many to SQS; in an API also the maximum number of concurrent calls
 */
@Validated
@ConfigurationProperties("feedmill.tables")
public record TableSettings(
        @DefaultValue("feedmill-") String prefix,
        @DefaultValue("false") boolean create,
        @DefaultValue("64") @Min(1) int outboxShards,
        @DefaultValue("64") @Min(1) int ledgerShards,
        @DefaultValue("8") @Min(1) @Max(Dynamo.MAX_KEYS) int counterShards,
        @DefaultValue("64") @Min(1) int connections) {

    public TableSchema schema() {
        return new TableSchema(prefix);
    }
}
