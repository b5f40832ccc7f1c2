package io.feedmill.worker.announcement;

import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Processes announcements periodically. A failed run is followed by the next. */
@Component
class AnnouncementSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(AnnouncementSchedule.class);

    private final FailureLog failures =
            new FailureLog(LOG, "Cannot process announcements", "Announcements processed again");
    private final Announcer announcer;

    AnnouncementSchedule(Announcer announcer) {
        this.announcer = announcer;
    }

    @Scheduled(fixedDelayString = "${feedmill.announcements.every:5s}")
    void run() {
        try {
            if (announcer.run()) {
                failures.succeeded();
            }
        } catch (StorageException e) {
            failures.failed(e);
        }
    }
}
