package io.feedmill.api.follow;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.import}.
 *
 * @param concurrent maximum number of imports at a time
 */
@Validated
@ConfigurationProperties("feedmill.import")
public record ImportSettings(@DefaultValue("2") @Min(1) int concurrent) {}
