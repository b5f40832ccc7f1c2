package io.feedmill.worker.announcement;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.deliver.HomeFeedWriter.Delivery;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import io.feedmill.worker.work.WorkDeadlines.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers announcements to the existing home feeds. Writes a batch of these, then counts it and stores the start of the next batch in one
 * conditional write: after a crash in between, the batch is written again and counted once.
 */
public final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final AnnouncementStore announcements;
    private final JobStore jobs;
    private final HomeWalk homes;
    private final HomeFeedWriter writer;
    private final WorkerMetrics metrics;
    private final Timing timing;

    public Announcer(
            AnnouncementStore announcements,
            JobStore jobs,
            HomeWalk homes,
            HomeFeedWriter writer,
            WorkerMetrics metrics,
            Timing timing) {
        this.announcements = announcements;
        this.jobs = jobs;
        this.homes = homes;
        this.writer = writer;
        this.metrics = metrics;
        this.timing = timing;
    }

    /**
     * When to continue.
     *
     * @param stalled how long another worker may take for a batch
     * @param deadlines limit the time of each batch
     * @param ends whether to end early
     */
    public record Timing(Clock clock, Duration stalled, WorkDeadlines deadlines, BooleanSupplier ends) {

        /** Whether no other worker processes the announcement. Saves writes; nothing depends on it. */
        boolean isFree(Announcement announcement) {
            return announcement.step() == 0
                    || clock.instant().isAfter(announcement.progressAt().plus(stalled));
        }
    }

    /** Processes all running announcements. Returns false if it ended early. */
    public boolean run() {
        if (timing.ends().getAsBoolean()) {
            return false;
        }
        for (Announcement announcement : announcements.running()) {
            if (timing.isFree(announcement)) {
                announce(announcement);
            }
        }
        return !timing.ends().getAsBoolean();
    }

    /** The fan-out writes the home feeds of the author's followers. It must be complete, so that it writes nothing after the announcement does. */
    private boolean isFannedOut(Announcement announcement) {
        return jobs.find(JobId.of(announcement.id()))
                .map(job -> job.state() == JobState.COMPLETE)
                .orElse(true);
    }

    /** A failure does not stop the other announcements. */
    private void announce(Announcement announcement) {
        try {
            Optional<Announcement> now = Optional.of(announcement).filter(this::isFannedOut);
            while (now.filter(seen -> seen.completedAt() == null).isPresent()
                    && !timing.ends().getAsBoolean()) {
                now = next(now.get());
            }
        } catch (StorageException e) {
            LOG.atWarn()
                    .addKeyValue("post", announcement.id())
                    .addKeyValue("reason", e.reason())
                    .log("Cannot process announcement");
        } catch (UnknownValueException e) {
            LOG.atWarn()
                    .addKeyValue("post", announcement.id())
                    .addKeyValue("detail", e.getMessage())
                    .log("Cannot process announcement, left to a newer version");
        }
    }

    /** Processes one batch. Returns empty if the time ran out or another worker was faster. */
    private Optional<Announcement> next(Announcement seen) {
        HomeWalk.Next next = homes.after(seen);
        try (Work work = timing.deadlines().begin()) {
            WriteOptions terms = WriteOptions.bulk(work.deadline());
            return switch (writer.announce(seen.id(), seen.author(), next.homes(), terms)) {
                case Delivery.Unfinished unfinished -> Optional.empty();
                case Delivery.Done done -> move(seen, next, done.delivered());
            };
        }
    }

    private Optional<Announcement> move(Announcement seen, HomeWalk.Next next, int delivered) {
        Optional<Announcement> moved = announcements.move(seen, next.listing(), delivered);
        moved.ifPresent(now -> {
            metrics.announced(delivered);
            if (now.completedAt() != null) {
                metrics.announcementCompleted();
                LOG.atInfo()
                        .addKeyValue("post", now.id())
                        .addKeyValue("delivered", now.delivered())
                        .log("Announcement completed");
            }
        });
        return moved;
    }
}
