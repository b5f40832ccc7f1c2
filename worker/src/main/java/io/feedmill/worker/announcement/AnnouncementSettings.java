package io.feedmill.worker.announcement;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The processing of announcements.
 *
 * @param every the pause between two runs
 * @param stalled how long a started announcement may stay without progress before another worker continues it
 */
@Validated
@ConfigurationProperties("feedmill.announcements")
public record AnnouncementSettings(
        @DefaultValue("5s") @DurationMin(nanos = 1) Duration every,
        @DefaultValue("60s") @DurationMin(nanos = 1) Duration stalled) {}
