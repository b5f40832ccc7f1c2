package io.feedmill.api.http;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.http}.
 *
 * @param bodyLimit the largest body; not for imports
 * @param bodyTimeout how long a body may take to arrive, 1 s to 5 min; not for imports
 * @param concurrentBodies maximum number of bodies that are read at once, each of up to about 0.4 MB of heap; not for imports
 * @param concurrentRequests maximum number of requests in progress, live feeds not included: an answer that is read slowly keeps up to 0.5 MB of heap
 * @param answerTimeout how long a client may take to read an answer, from its first byte on, and to send up to 64 MB that are left of a refused body; 1 s to 5 min
 * @param linesTimeout the same for an answer in lines, with the reads for it; up to 1 h
 * @param allowedOrigins origins such as {@code https://app.example.org} or {@code capacitor://localhost} whose pages may make calls (CORS); requests with another {@code Origin} are refused
 */
@Validated
@ConfigurationProperties("feedmill.http")
public record HttpSettings(
        @DefaultValue("128KB") DataSize bodyLimit,

        @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(minutes = 5)
        Duration bodyTimeout,

        @DefaultValue("512") @Min(1) int concurrentBodies,

        @DefaultValue("512") @Min(1) int concurrentRequests,

        @DefaultValue("30s") @DurationMin(seconds = 1) @DurationMax(minutes = 5)
        Duration answerTimeout,

        @DefaultValue("10m") @DurationMin(seconds = 1) @DurationMax(hours = 1)
        Duration linesTimeout,

        @DefaultValue List<@Pattern(regexp = "[A-Za-z][A-Za-z0-9+.-]*://[^/?#@*]+") String> allowedOrigins) {

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
