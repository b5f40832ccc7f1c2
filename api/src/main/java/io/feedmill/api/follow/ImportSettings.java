package io.feedmill.api.follow;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
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
 * @param concurrent the maximum number of imports at a time; default 2
 * @param timeout the maximum time that an import waits for its client, all reads together; default 10 min
 */
@Validated
@ConfigurationProperties("feedmill.import")
public record ImportSettings(
        @DefaultValue("250") @Min(1) int batchSize,
        @DefaultValue("8") @Min(1) int inFlight,
        @DefaultValue("1KB") DataSize lineLimit,
        @DefaultValue("1000") @PositiveOrZero int reported,
        @DefaultValue("2") @Min(1) int concurrent,
        @DefaultValue("10m") @DurationMin(seconds = 1) Duration timeout) {

    public ImportSettings {
        if (lineLimit.toBytes() < 1) {
            throw new IllegalArgumentException("feedmill.import.line-limit must be at least one byte");
        }
    }
}
