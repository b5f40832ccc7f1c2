package io.feedmill.worker.report;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Reports.
 *
 * @param every the period of a report; whole quarters of an hour, at most a day. May change at any time
 * @param settle how long after a quarter of an hour it is reported: its last event may be written half an hour later, and that write
 *     may take a minute
 * @param poll the pause between two checks for reports that are due or requested
 * @param lease how long a crashed worker blocks the others
 * @param since the start of the first report; null: an hour before the first check of the first worker. Has no effect later
 * @param to the destination of the files: a directory or {@code s3://<bucket>[/<prefix>]}; null: no files
 * @param pricePerMillion US dollars per million write units
 */
@ConfigurationProperties("feedmill.reports")
public record ReportSettings(
        @DefaultValue("1h") Duration every,
        @DefaultValue("31m") Duration settle,
        @DefaultValue("10s") Duration poll,
        @DefaultValue("2m") Duration lease,
        @Nullable Instant since,
        @Nullable String to,
        @DefaultValue("0.625") BigDecimal pricePerMillion) {
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MIN_LEASE = Duration.ofSeconds(30);

    public ReportSettings {
        check(
                every.compareTo(QUARTER) >= 0 && every.compareTo(DAY) <= 0 && every.toNanos() % QUARTER.toNanos() == 0,
                "every must be 15 minutes or a multiple of that, at most a day, not " + every);
        check(!settle.isNegative(), "settle must not be negative, not " + settle);
        check(poll.isPositive(), "poll must be positive, not " + poll);
        check(lease.compareTo(MIN_LEASE) >= 0, "lease must be at least 30 seconds, not " + lease);
        check(isTarget(to), "to must be a directory or s3://<bucket>[/<prefix>], not " + to);
        check(pricePerMillion.signum() >= 0, "price-per-million must not be negative, not " + pricePerMillion);
    }

    private static boolean isTarget(@Nullable String to) {
        return to == null || FileTarget.isValid(to);
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("feedmill.reports." + problem);
        }
    }
}
