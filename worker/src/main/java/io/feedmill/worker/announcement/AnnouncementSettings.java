package io.feedmill.worker.announcement;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The processing of announcements.
 *
 * @param every the pause between two runs
 * @param stalled how long a started announcement may stay without progress before another worker continues it
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
