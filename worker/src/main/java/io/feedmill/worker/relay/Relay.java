package io.feedmill.worker.relay;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Backoff;
import io.feedmill.worker.deliver.JobCloser;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Relays one open job: removes the outbox row of a complete job, closes a job without pending slices, and sends the plan of a stalled job again.
 * Never resets a job, so that a wrong guess does no harm.
 */
@Component
public final class Relay {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final OutboxStore outbox;
    private final JobStore jobs;
    private final QueueSender sender;
    private final JobCloser closer;
    private final RelaySettings settings;
    private final Clock clock;

    public Relay(
            OutboxStore outbox,
            JobStore jobs,
            QueueSender sender,
            JobCloser closer,
            RelaySettings settings,
            Clock clock) {
        this.outbox = outbox;
        this.jobs = jobs;
        this.sender = sender;
        this.closer = closer;
        this.settings = settings;
        this.clock = clock;
    }

    /** The state of a job and what the relay did. */
    public sealed interface Relayed {
        /** The job is complete. Its outbox row is removed. */
        record Gone() implements Relayed {}

        /** The job is open. */
        record Open(JobState state) implements Relayed {}

        /** The job was stalled. Its plan is sent again. */
        record Resent(JobState state) implements Relayed {}
    }

    Relayed relay(OutboxRow row) {
        Optional<Job> found = jobs.find(row.job());
        if (found.isEmpty()) {
            LOG.atError().addKeyValue("job", row.job()).log("Open job not found, outbox row removed");
        }
        if (found.isEmpty() || found.get().state() == JobState.COMPLETE) {
            outbox.remove(row);
            return new Relayed.Gone();
        }
        Job job = found.get();
        if (job.drained()) {
            closer.close(job);
            return new Relayed.Gone();
        }
        return due(job, row) && outbox.claim(row, nextDue(job, row)) ? resend(row, job) : new Relayed.Open(job.state());
    }

    private boolean due(Job job, OutboxRow row) {
        Instant now = clock.instant();
        Instant due = row.due();
        return now.isAfter(job.progressAt().plus(patience(job.state()))) && (due == null || now.isAfter(due));
    }

    private Duration patience(JobState state) {
        return state == JobState.ACCEPTED ? settings.accepted() : settings.stalled();
    }

    private Instant nextDue(Job job, OutboxRow row) {
        Backoff backoff = new Backoff(patience(job.state()), settings.maxBackoff());
        return clock.instant().plus(backoff.ceiling(row.resends()));
    }

    private Relayed resend(OutboxRow row, Job job) {
        sender.send(Plan.of(row.job(), row.author()));
        LOG.atInfo()
                .addKeyValue("job", row.job())
                .addKeyValue("state", job.state())
                .addKeyValue("resends", row.resends() + 1)
                .log("Job stalled, plan sent again");
        return new Relayed.Resent(job.state());
    }
}
