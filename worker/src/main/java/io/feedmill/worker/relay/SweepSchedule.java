package io.feedmill.worker.relay;

import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Sweeps periodically. A failed sweep is followed by the next. */
@Component
class SweepSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(SweepSchedule.class);

    private final FailureLog failures = new FailureLog(LOG, "Cannot sweep the outbox", "Outbox swept again");
    private final Sweep sweep;

    SweepSchedule(Sweep sweep) {
        this.sweep = sweep;
    }

    @Scheduled(fixedDelayString = "${feedmill.relay.every:5s}")
    void run() {
        try {
            if (sweep.run()) {
                failures.succeeded();
            }
        } catch (StorageException e) {
            failures.failed(e);
        }
    }
}
