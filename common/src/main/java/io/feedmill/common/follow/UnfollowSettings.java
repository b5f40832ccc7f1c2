package io.feedmill.common.follow;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Unfollows.
 *
 * @param grace how long after an unfollow the author's posts stay in the home feed, where they are hidden at once; 0 to 15 min. API and workers have
 *     the same
 */
@Validated
@ConfigurationProperties("feedmill.unfollow")
public record UnfollowSettings(
        @DefaultValue("30s") @DurationMin @DurationMax(minutes = 15)
        Duration grace) {}
