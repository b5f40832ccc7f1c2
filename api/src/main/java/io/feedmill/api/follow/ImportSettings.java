package io.feedmill.api.follow;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.PositiveOrZero;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.import}.
 *
 * @param batchSize the number of follows in a batch; default 250
 * @param inFlight the maximum number of batches in flight; default 8
 * @param lineLimit the maximum length of a line; a longer one is rejected; default 1 KiB
 * @param reported the maximum number of rejected lines in the answer; default 1,000
 */
@Validated
@ConfigurationProperties("feedmill.import")
public record ImportSettings(
        @DefaultValue("250") @Min(1) int batchSize,
        @DefaultValue("8") @Min(1) int inFlight,
        @DefaultValue("1KB") DataSize lineLimit,
        @DefaultValue("1000") @PositiveOrZero int reported) {

    public ImportSettings {
        if (lineLimit.toBytes() < 1) {
            throw new IllegalArgumentException("feedmill.import.line-limit must be at least one byte");
        }
    }
}
