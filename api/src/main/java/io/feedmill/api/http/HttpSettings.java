package io.feedmill.api.http;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.http}. None of them concerns the streamed import.
 *
 * @param bodyLimit the largest request body that is read; default 128 KiB
 * @param bodyTimeout the maximum time that a body takes to arrive; default 10 s
 * @param concurrentBodies the maximum number of bodies that are read at once; default 512
 */
@Validated
@ConfigurationProperties("feedmill.http")
public record HttpSettings(
        @DefaultValue("128KB") DataSize bodyLimit,

        @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(minutes = 5)
        Duration bodyTimeout,

        @DefaultValue("512") @Min(1) int concurrentBodies) {

    public HttpSettings {
        if (bodyLimit.toBytes() < 1) {
            throw new IllegalArgumentException("feedmill.http.body-limit must be at least one byte");
        }
    }
}
