package io.feedmill.api.partition;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.partitions}.
 *
 * @param readUnits the approximate maximum of read units that one call consumes; at least 1, default 10,000
 */
@ConfigurationProperties("feedmill.partitions")
public record PartitionSettings(@DefaultValue("10000") int readUnits) {
    public PartitionSettings {
        if (readUnits < 1) {
            throw new IllegalArgumentException("feedmill.partitions.read-units must be at least 1, not " + readUnits);
        }
    }
}
