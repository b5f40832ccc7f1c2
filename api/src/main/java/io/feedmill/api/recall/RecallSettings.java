package io.feedmill.api.recall;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The copy of the recalls that this instance has.
 *
 * @param every how often their notices are read; 100 ms to 1 s. At most this long, and the time of a read, after another instance has taken it, a
 *     retracted post is shown
 * @param stale the age from which on pages do without the copy and ask the author feeds about every item; twice {@code every} to 2 s
 * @param staleReads how many items a second they ask about; beyond it they are 503. At least those of a page that reads past hidden posts
 */
@Validated
@ConfigurationProperties("feedmill.recalls")
public record RecallSettings(
        @DefaultValue("1s") @DurationMin(millis = 100) @DurationMax(seconds = 1)
        Duration every,

        @DefaultValue("2s") @DurationMin(seconds = 1) @DurationMax(seconds = 2)
        Duration stale,

        @DefaultValue("1000") @Min(501) @Max(1_000_000) int staleReads) {

    public RecallSettings {
        if (stale.compareTo(every.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("feedmill.recalls.stale must be at least twice feedmill.recalls.every");
        }
    }
}
