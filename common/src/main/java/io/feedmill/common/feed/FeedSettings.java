package io.feedmill.common.feed;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Feeds.
 *
 * @param retention how long an item stays in a home feed, counted from its post's creation; author feeds keep theirs
 */
@Validated
@ConfigurationProperties("feedmill.feeds")
public record FeedSettings(
        @DefaultValue("365d") @DurationMin(nanos = 1) Duration retention) {}
