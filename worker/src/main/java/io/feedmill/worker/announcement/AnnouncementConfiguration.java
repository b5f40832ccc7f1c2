package io.feedmill.worker.announcement;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The announcer. */
@Configuration(proxyBeanMethods = false)
class AnnouncementConfiguration {
    private static final int BATCH = 250;
    /** As many as a request takes. Together with up to 24 more, written within five seconds at ten rows a second. */
    private static final int PART = 25;

    @Bean
    HomeWalk homeWalk(ScanStore scans, TableSettings tables) {
        return new HomeWalk(scans, tables.schema().name(Table.FEEDS), BATCH, PART);
    }

    @Bean
    Announcer.Timing announcementTiming(
            AnnouncementSettings settings, WorkDeadlines deadlines, Breakers breakers, Clock clock) {
        return new Announcer.Timing(
                clock, settings.stalled(), deadlines, () -> deadlines.stopping() || breakers.polling() == Polling.NONE);
    }

    @Bean
    Announcer announcer(
            AnnouncementStore announcements,
            JobStore jobs,
            HomeWalk homes,
            HomeFeedWriter writer,
            WorkerMetrics metrics,
            Announcer.Timing timing) {
        return new Announcer(announcements, jobs, homes, writer, metrics, timing);
    }
}
