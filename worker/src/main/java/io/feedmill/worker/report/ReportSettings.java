package io.feedmill.worker.report;

import jakarta.validation.constraints.PositiveOrZero;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Reports.
 *
 * @param every the time that a report covers: a multiple of 15 minutes, at most a day; may change at any time
 * @param settle how long after a quarter of an hour it is reported: its last event may be written half an hour later, and that write
 *     may take a minute
 * @param poll the pause between two checks for reports that are due or requested
 * @param lease how long a crashed worker blocks the others
 * @param since start of the first report, if posts were accepted earlier than an hour before the first worker started; no effect later
 * @param to destination of files: a directory or {@code s3://<bucket>[/<prefix>]}, the same on all workers
 * @param pricePerMillion US dollars per million write units
 */
@Validated
@ConfigurationProperties("feedmill.reports")
public record ReportSettings(
        @DefaultValue("1h") @DurationMin(minutes = 15) @DurationMax(days = 1)
        Duration every,

        @DefaultValue("31m") @DurationMin Duration settle,
        @DefaultValue("10s") @DurationMin(nanos = 1) Duration poll,
        @DefaultValue("2m") @DurationMin(seconds = 30) Duration lease,
        @Nullable Instant since,
        @Nullable String to,
        @DefaultValue("0.625") @PositiveOrZero BigDecimal pricePerMillion) {
    private static final Duration QUARTER = Duration.ofMinutes(15);

    public ReportSettings {
        check(every.toNanos() % QUARTER.toNanos() == 0, "every must be a multiple of 15 minutes, not " + every);
        check(to == null || FileTarget.isValid(to), "to must be a directory or s3://<bucket>[/<prefix>], not " + to);
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("feedmill.reports." + problem);
        }
    }
}
