package io.feedmill.api.partition;

import jakarta.validation.constraints.Min;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.partitions}.
 *
 * @param readUnits the approximate maximum of read units that one call consumes; at least 1, default 10,000
 * @param additionalTables the full names of tables that may be listed beside Feedmill's own; default: none
 */
@Validated
@ConfigurationProperties("feedmill.partitions")
public record PartitionSettings(
        @DefaultValue("10000") @Min(1) int readUnits,
        @DefaultValue Set<String> additionalTables) {}
