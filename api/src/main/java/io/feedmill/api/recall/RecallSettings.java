package io.feedmill.api.recall;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The copy of the recalls that this instance has.
 *
 * @param every how often it is read; 100 ms to 1 s. At most this long, and the time of a read, after another instance has taken it, a retracted
 *     post is shown
 * @param stale the age from which on pages do without the copy and ask the author feeds about every item; 1 to 2 s
 */
@Validated
@ConfigurationProperties("feedmill.recalls")
public record RecallSettings(
        @DefaultValue("1s") @DurationMin(millis = 100) @DurationMax(seconds = 1)
        Duration every,

        @DefaultValue("2s") @DurationMin(seconds = 1) @DurationMax(seconds = 2)
        Duration stale) {}
