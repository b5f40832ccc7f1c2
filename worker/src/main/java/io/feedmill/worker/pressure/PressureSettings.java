package io.feedmill.worker.pressure;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The write gate.
 *
 * @param concurrentWrites maximum number of concurrent batch writes of this process
 */
@Validated
@ConfigurationProperties("feedmill.pressure")
public record PressureSettings(@DefaultValue("32") @Min(1) int concurrentWrites) {}
