package io.feedmill.api.follow;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings {@code feedmill.import}.
 *
 * @param batchSize how many relations are stored at a time; default 250
 * @param inFlight how many batches are stored at the same time; default 8
 * @param lineLimit a longer line is refused without being kept; default 1 KiB
 * @param reported how many refused lines the answer names; default 1,000
 */
@ConfigurationProperties("feedmill.import")
public record ImportSettings(
        @DefaultValue("250") int batchSize,
        @DefaultValue("8") int inFlight,
        @DefaultValue("1KB") DataSize lineLimit,
        @DefaultValue("1000") int reported) {

    public ImportSettings {
        if (batchSize < 1 || inFlight < 1 || lineLimit.toBytes() < 1 || reported < 0) {
            throw new IllegalArgumentException("feedmill.import: sizes must be at least 1, reported at least 0");
        }
    }
}
