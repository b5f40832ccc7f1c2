package io.feedmill.common.dynamo;

import java.time.Duration;
import java.time.Instant;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long rows live. Items of home feeds and messages of rooms have settings of their own, {@code feedmill.feeds.retention} and
 * {@code feedmill.rooms.retention}; posts and follows stay.
 *
 * @param ledger how long an event stays in the ledger, at least 2 days, and longer than reports may be late
 * @param reportLines how long the lines of a report can be read; its totals stay
 * @param deviceEvents how long an event of a device can be read, counted from its append
 * @param views the age of a post from which its views are not counted; once raised, posts older than before may count a viewer twice
 */
@Validated
@ConfigurationProperties("feedmill.retention")
public record RetentionSettings(
        @DefaultValue("90d") @DurationMin(days = 2) Duration ledger,
        @DefaultValue("90d") @DurationMin(days = 1) Duration reportLines,
        @DefaultValue("90d") @DurationMin(days = 1) Duration deviceEvents,
        @DefaultValue("90d") @DurationMin(days = 1) Duration views) {
    /** Outlives differences between the clocks of workers, so that no viewer is counted after the marker is gone. */
    private static final Duration MARKER_MARGIN = Duration.ofDays(1);

    /** Whether views of a post of this creation still count. */
    public boolean countsViews(Instant postCreated, Instant now) {
        return now.isBefore(postCreated.plus(views));
    }

    /** When the markers of a post's viewers may be deleted. */
    public Instant markersExpire(Instant postCreated) {
        return postCreated.plus(views).plus(MARKER_MARGIN);
    }
}
