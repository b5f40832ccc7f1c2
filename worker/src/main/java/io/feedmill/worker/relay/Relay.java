package io.feedmill.worker.relay;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.PairMessage;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.fanout.JobCloser;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Relays open work. Of a job: removes the outbox row of a complete job, closes a job without pending slices, and sends the plan of a stalled job
 * again. Of a follow, unfollow or rebuild that is not done in time: sends its message again. Never resets a job, so that a wrong guess does no harm.
 */
@Component
public final class Relay {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    /** How long the close of one job may hold up a sweep: the next one continues an erasure. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final OutboxStore outbox;
    private final JobStore jobs;
    private final QueueSender sender;
    private final JobCloser closer;
    private final Patience patience;
    private final Clock clock;

    public Relay(
            OutboxStore outbox, JobStore jobs, QueueSender sender, JobCloser closer, Patience patience, Clock clock) {
        this.outbox = outbox;
        this.jobs = jobs;
        this.sender = sender;
        this.closer = closer;
        this.patience = patience;
        this.clock = clock;
    }

    /** The state of a job and what the relay did. */
    public sealed interface Relayed {
        /** The job is complete. Its outbox row is removed. */
        record Gone() implements Relayed {}

        /** The job is absent. Its outbox row is moved out of the way. */
        record Orphaned() implements Relayed {}

        /** The job is open, and made progress at this time. */
        record Open(JobState state, Instant progressAt) implements Relayed {}

        /** The job was stalled. Its plan is sent again. */
        record Resent() implements Relayed {}
    }

    /** Returns the time before which work was accepted that may be stalled. */
    Instant horizon() {
        return clock.instant().minus(patience.shortest());
    }

    /**
     * Whether the job may be stalled, as far as its row and an earlier read of it tell.
     *
     * @param known the job when it was read last; null: not yet
     */
    boolean mayBeDue(OutboxRow row, Relayed.@Nullable Open known) {
        Instant now = clock.instant();
        Instant due = row.due();
        return (due == null || now.isAfter(due))
                && (known == null || now.isAfter(known.progressAt().plus(patience.of(known.state()))));
    }

    /** Whether the follow, unfollow or rebuild is not done in time, as far as its row tells. */
    boolean isDue(PairRow row) {
        Instant now = clock.instant();
        Instant due = row.due();
        PairChange pair = row.pair();
        return now.isAfter(due == null ? Ticks.toInstant(pair.tick()).plus(patience.of(pair.kind())) : due);
    }

    /** Sends the message of a follow, unfollow or rebuild again. Returns false if another worker was faster. */
    boolean relay(PairRow row) {
        PairChange pair = row.pair();
        if (!outbox.claim(row, clock.instant().plus(patience.backoff(pair.kind(), row.resends())))) {
            return false;
        }
        sender.send(PairMessage.of(pair));
        LOG.atInfo()
                .addKeyValue("pair", pair)
                .addKeyValue("resends", row.resends() + 1)
                .log("Home feed not reconciled, message sent again");
        return true;
    }

    Relayed relay(OutboxRow row) {
        Optional<Job> found = jobs.find(row.job());
        if (found.isEmpty()) {
            return orphan(row);
        }
        Job job = found.get();
        if (job.state() == JobState.COMPLETE) {
            outbox.remove(row);
            return new Relayed.Gone();
        }
        if (job.drained()) {
            closer.close(job, Deadline.in(CLOSING));
            return new Relayed.Gone();
        }
        Relayed.Open open = new Relayed.Open(job.state(), job.progressAt());
        return mayBeDue(row, open) && outbox.claim(row, nextDue(job, row)) ? resend(row, job) : open;
    }

    /** Keeps the row: the job may be lost by the restore of one table, and the row is then the only trace of it. */
    private Relayed orphan(OutboxRow row) {
        if (!outbox.orphan(row)) {
            return new Relayed.Gone();
        }
        LOG.atError()
                .addKeyValue("job", row.job())
                .addKeyValue("author", row.author())
                .log("Open job not found, outbox row moved to the orphans");
        return new Relayed.Orphaned();
    }

    private Instant nextDue(Job job, OutboxRow row) {
        return clock.instant().plus(patience.backoff(job.state(), row.resends()));
    }

    private Relayed resend(OutboxRow row, Job job) {
        sender.send(Plan.of(row.job(), row.author()));
        LOG.atInfo()
                .addKeyValue("job", row.job())
                .addKeyValue("state", job.state())
                .addKeyValue("resends", row.resends() + 1)
                .log("Job stalled, plan sent again");
        return new Relayed.Resent();
    }
}
