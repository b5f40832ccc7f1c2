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
 * Settings {@code feedmill.http}. Those of bodies do not concern the streamed import.
 *
 * @param bodyLimit the largest request body that is read; default 128 KiB
 * @param bodyTimeout the maximum time that a body takes to arrive; default 10 s
 * @param concurrentBodies the maximum number of bodies that are read at once; default 512
 * @param answerTimeout the maximum time that a client takes to read an answer, from its first byte on; default 30 s
 * @param linesTimeout likewise for an answer in lines, which takes as long as the reads for it; default 10 min
 */
@Validated
@ConfigurationProperties("feedmill.http")
public record HttpSettings(
        @DefaultValue("128KB") DataSize bodyLimit,

        @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(minutes = 5)
        Duration bodyTimeout,

        @DefaultValue("512") @Min(1) int concurrentBodies,

        @DefaultValue("30s") @DurationMin(seconds = 1) @DurationMax(minutes = 5)
        Duration answerTimeout,

        @DefaultValue("10m") @DurationMin(seconds = 1) @DurationMax(hours = 1)
        Duration linesTimeout) {

    public HttpSettings {
        if (bodyLimit.toBytes() < 1) {
            throw new IllegalArgumentException("feedmill.http.body-limit must be at least one byte");
        }
        if (linesTimeout.compareTo(answerTimeout) < 0) {
            throw new IllegalArgumentException(
                    "feedmill.http.lines-timeout must be at least feedmill.http.answer-timeout");
        }
    }
}
