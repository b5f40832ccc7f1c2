package io.feedmill.worker.pressure;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The write gate.
 *
 * @param concurrentWrites maximum number of concurrent batch writes of this process
 * @param ceiling maximum of write units a second that this worker sends by batch writes, 1 or more, for a table {@code homes} with provisioned
 *     capacity; null: all that the table takes
 */
@Validated
@ConfigurationProperties("feedmill.pressure")
public record PressureSettings(
        @DefaultValue("32") @Min(1) int concurrentWrites,
        @Nullable @Min(1) Integer ceiling) {}
