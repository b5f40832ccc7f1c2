package io.feedmill.worker.announcement;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.worker.fanout.HomeFeedWriter;
import io.feedmill.worker.work.WorkDeadlines;
import io.feedmill.worker.work.WorkDeadlines.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Delivers announcements to the existing home feeds, each announcement by the worker that claimed it. Writes a batch of them in parts, then counts
 * what is written and stores the position after it in one conditional write: after a crash in between, these parts are written again and counted once.
 * A batch that cannot be finished in time is continued after its last finished part.
 */
@Component
public record Announcer(
        AnnouncementStore announcements,
        JobStore jobs,
        HomeWalk homes,
        HomeFeedWriter writer,
        AnnouncementMetrics metrics,
        Timing timing) {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    /**
     * When to continue.
     *
     * @param stalled how long a claim lasts after the last progress
     * @param deadlines limit the time of each batch
     * @param ends whether to end early
     */
    public record Timing(Clock clock, Duration stalled, WorkDeadlines deadlines, BooleanSupplier ends) {

        /** Whether no worker's claim lasts. */
        boolean isFree(Announcement announcement) {
            return announcement.step() == 0
                    || clock.instant().isAfter(announcement.progressAt().plus(stalled));
        }

        /** Whether a batch that began then must store its progress, so that the claim lasts. */
        boolean mustStore(Instant begun) {
            return !clock.instant().isBefore(begun.plus(stalled.dividedBy(4)));
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
            Optional<Announcement> now =
                    isFannedOut(announcement) ? announcements.claim(announcement) : Optional.empty();
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

    /** Processes one batch, as far as the time allows. Returns empty if no part was finished or another worker has claimed the announcement. */
    private Optional<Announcement> next(Announcement seen) {
        List<HomeWalk.Part> parts = homes.after(seen);
        try (Work work = timing.deadlines().begin()) {
            return written(seen, parts, WriteOptions.bulk(work.deadline())).flatMap(reached -> move(seen, reached));
        }
    }

    /**
     * The finished parts of a batch.
     *
     * @param listing the position after them
     */
    private record Reached(PartitionListing listing, int delivered) {}

    private Optional<Reached> written(Announcement seen, List<HomeWalk.Part> parts, WriteOptions options) {
        Instant begun = timing.clock().instant();
        Optional<Reached> reached = Optional.empty();
        for (HomeWalk.Part part : parts) {
            int earlier = reached.map(Reached::delivered).orElse(0);
            OptionalInt delivered = written(seen, part, options, reached.isPresent());
            if (delivered.isEmpty()) {
                return reached;
            }
            reached = Optional.of(new Reached(part.listing(), earlier + delivered.getAsInt()));
            if (timing.mustStore(begun)) {
                return reached;
            }
        }
        return reached;
    }

    /** Returns empty if it did not finish. A failure is thrown only if no earlier part has to be stored: the next batch meets it again. */
    private OptionalInt written(Announcement seen, HomeWalk.Part part, WriteOptions options, boolean notFirst) {
        try {
            return writer.announce(seen.id(), seen.author(), part.homes(), options);
        } catch (StorageException e) {
            if (notFirst) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }

    private Optional<Announcement> move(Announcement seen, Reached reached) {
        Optional<Announcement> moved = announcements.move(seen, reached.listing(), reached.delivered());
        moved.ifPresent(now -> {
            metrics.delivered(reached.delivered());
            if (now.completedAt() != null) {
                metrics.completed();
                LOG.atInfo()
                        .addKeyValue("post", now.id())
                        .addKeyValue("delivered", now.delivered())
                        .log("Announcement completed");
            }
        });
        return moved;
    }
}
