package io.feedmill.common.dynamo;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The tables.
 *
 * @param prefix prefix of their names
 * @param create whether missing ones are created at the start
 * @param outboxShards number of partitions of open jobs; may be raised, never lowered
 * @param ledgerShards number of partitions of a quarter hour of the ledger; may be raised, never lowered
 * @param counterShards number of items of a counter; may be raised, never lowered
 * @param placeShards number of partitions of a country; may be raised, never lowered
 * @param recallShards number of partitions of recalls, up to 16: each poll of an API asks all; may be raised, never lowered
 * @param connections maximum of connections to DynamoDB
 */
@Validated
@ConfigurationProperties("feedmill.tables")
public record TableSettings(
        @DefaultValue("feedmill-") String prefix,
        @DefaultValue("false") boolean create,
        @DefaultValue("64") @Min(1) int outboxShards,
        @DefaultValue("64") @Min(1) int ledgerShards,
        @DefaultValue("8") @Min(1) @Max(Dynamo.MAX_KEYS) int counterShards,
        @DefaultValue("4") @Min(1) int placeShards,
        @DefaultValue("4") @Min(1) @Max(16) int recallShards,
        @DefaultValue("64") @Min(1) int connections) {

    public TableSchema schema() {
        return new TableSchema(prefix);
    }
}
