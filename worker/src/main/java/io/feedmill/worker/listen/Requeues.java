package io.feedmill.worker.listen;

import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Backoff;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends work that is not at its end as a new message. Work that only the stop of this process ends is another worker's at once. */
@Component
public final class Requeues {
    private static final Logger LOG = LoggerFactory.getLogger(Requeues.class);
    private static final Backoff HAND_BACK = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));

    private final FailureLog trouble = new FailureLog(LOG, "Noting that jobs move whose slices are handed back");
    private final QueueSender sender;
    private final JobStore jobs;
    private final WorkerMetrics metrics;
    private final WorkDeadlines deadlines;

    public Requeues(QueueSender sender, JobStore jobs, WorkerMetrics metrics, WorkDeadlines deadlines) {
        this.sender = sender;
        this.jobs = jobs;
        this.metrics = metrics;
        this.deadlines = deadlines;
    }

    void goOn(QueueMessage message, Duration delay) {
        sender.send(message, deadlines.stopping() ? Duration.ZERO : delay);
    }

    void handBack(QueueMessage message) {
        metrics.handedBack(Queue.of(message)).increment();
        goOn(message, growingDelay(message.attempt()));
        if (message instanceof Deliver slice && !deadlines.stopping()) {
            touchJob(slice);
        }
    }

    /** A job whose slices wait for the table is not stalled: sent again, they would only be written twice. */
    private void touchJob(Deliver slice) {
        try {
            jobs.touch(slice.job());
            trouble.succeeded();
        } catch (StorageException e) {
            trouble.failed(e);
        }
    }

    /** Doubles with each attempt, at least half of it for certain. */
    private static Duration growingDelay(int attempt) {
        Duration ceiling = HAND_BACK.ceiling(attempt);
        long half = ceiling.toMillis() / 2;
        return Duration.ofMillis(half + ThreadLocalRandom.current().nextLong(half + 1));
    }
}
