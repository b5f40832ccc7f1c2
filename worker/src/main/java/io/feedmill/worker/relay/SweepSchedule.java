package io.feedmill.worker.relay;

import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Sweeps again and again; a sweep that fails is followed by the next. */
@Component
class SweepSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(SweepSchedule.class);

    private final FailureLog trouble = new FailureLog(LOG, "The sweep");
    private final Sweep sweep;

    SweepSchedule(Sweep sweep) {
        this.sweep = sweep;
    }

    @Scheduled(fixedDelayString = "${feedmill.relay.every:5s}")
    void run() {
        try {
            if (sweep.run()) {
                trouble.succeeded();
            }
        } catch (StorageException e) {
            trouble.failed(e);
        }
    }
}
