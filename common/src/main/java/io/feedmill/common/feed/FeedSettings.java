package io.feedmill.common.feed;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Feeds.
 *
 * @param retention how long an item stays in a home feed, counted from its post's creation; author feeds keep theirs
 */
@ConfigurationProperties("feedmill.feeds")
public record FeedSettings(@DefaultValue("365d") Duration retention) {

    public FeedSettings {
        if (!retention.isPositive()) {
            throw new IllegalArgumentException("feedmill.feeds.retention must be positive, not " + retention);
        }
    }
}
