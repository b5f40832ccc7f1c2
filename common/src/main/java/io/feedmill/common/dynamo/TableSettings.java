package io.feedmill.common.dynamo;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

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
@Validated
@ConfigurationProperties("feedmill.tables")
public record TableSettings(
        @DefaultValue("feedmill-") String prefix,
        @DefaultValue("false") boolean create,
        @DefaultValue("16") @Min(1) int outboxShards,
        @DefaultValue("16") @Min(1) int ledgerShards,
        @DefaultValue("8") @Min(1) @Max(Dynamo.MAX_KEYS) int counterShards,
        @DefaultValue("4") @Min(1) int placeShards,
        @DefaultValue("64") @Min(1) int connections) {

    public TableSchema schema() {
        return new TableSchema(prefix);
    }
}
