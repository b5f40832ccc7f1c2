package io.feedmill.worker.announcement;

import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.config.FixedDelayTask;

/** The announcer. */
@Configuration(proxyBeanMethods = false)
class AnnouncementConfiguration {
    private static final int BATCH = 250;
    /** As many as a request takes. Together with up to 24 more, written within five seconds at ten rows a second. */
    private static final int PART = 25;

    private static final Duration EVERY = Duration.ofSeconds(5);

    /** Without progress for this long, any worker continues the announcement. */
    private static final Duration STALLED = Duration.ofSeconds(60);

    @Bean
    HomeWalk homeWalk(ScanStore scans, TableSettings tables) {
        return new HomeWalk(scans, tables.schema().name(FeedRows.HOMES), BATCH, PART);
    }

    @Bean
    Announcer.Timing announcementTiming(WorkDeadlines deadlines, BooleanSupplier runEnds, Clock clock) {
        return new Announcer.Timing(clock, STALLED, deadlines, runEnds);
    }

    @Bean
    FixedDelayTask announcementSchedule(Announcer announcer) {
        FailureLog failures = new FailureLog(
                LoggerFactory.getLogger(Announcer.class),
                "Cannot process announcements",
                "Announcements processed again");
        return new FixedDelayTask(() -> failures.record(announcer::run), EVERY, Duration.ZERO);
    }
}
