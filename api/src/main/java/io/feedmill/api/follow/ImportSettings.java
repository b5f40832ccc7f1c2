package io.feedmill.api.follow;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.import}.
 *
 * @param concurrent the maximum number of imports at a time; default 2
 * @param timeout the maximum time that an import waits for its client, all reads together; default 10 min
 */
@Validated
@ConfigurationProperties("feedmill.import")
public record ImportSettings(
        @DefaultValue("2") @Min(1) int concurrent,
        @DefaultValue("10m") @DurationMin(seconds = 1) Duration timeout) {}
