package io.feedmill.worker.announcement;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The loop over the announcements.
 *
 * @param every the pause between two looks at them
 * @param stalled how long one that has begun may stay without progress before any worker goes on with it
 */
@ConfigurationProperties("feedmill.announcements")
public record AnnouncementSettings(
        @DefaultValue("5s") Duration every,
        @DefaultValue("60s") Duration stalled) {

    public AnnouncementSettings {
        require(every, "every");
        require(stalled, "stalled");
    }

    private static void require(Duration value, String name) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("feedmill.announcements." + name + " must be positive, not " + value);
        }
    }
}
