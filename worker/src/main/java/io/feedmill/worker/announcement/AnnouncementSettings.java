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
 * @param stalled how long the claim of a worker lasts after its last progress; then any worker continues the announcement
 */
@Validated
@ConfigurationProperties("feedmill.announcements")
public record AnnouncementSettings(
        @DefaultValue("5s") @DurationMin(nanos = 1) Duration every,
        @DefaultValue("60s") @DurationMin(nanos = 1) Duration stalled) {}
