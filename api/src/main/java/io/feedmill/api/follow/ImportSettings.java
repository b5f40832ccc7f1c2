package io.feedmill.api.follow;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings {@code feedmill.import}.
 *
 * @param batchSize the number of follows in a batch; default 250
 * @param inFlight the maximum number of batches in flight; default 8
 * @param lineLimit the maximum length of a line; a longer one is rejected; default 1 KiB
 * @param reported the maximum number of rejected lines in the answer; default 1,000
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
