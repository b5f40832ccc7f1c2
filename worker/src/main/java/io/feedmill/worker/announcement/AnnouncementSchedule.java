package io.feedmill.worker.announcement;

import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Looks for announcements again and again; a look that fails is followed by the next. */
@Component
class AnnouncementSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(AnnouncementSchedule.class);

    private final FailureLog trouble = new FailureLog(LOG, "The look for announcements");
    private final Announcer announcer;

    AnnouncementSchedule(Announcer announcer) {
        this.announcer = announcer;
    }

    @Scheduled(fixedDelayString = "${feedmill.announcements.every:5s}")
    void run() {
        try {
            if (announcer.run()) {
                trouble.succeeded();
            }
        } catch (StorageException e) {
            trouble.failed(e);
        }
    }
}
