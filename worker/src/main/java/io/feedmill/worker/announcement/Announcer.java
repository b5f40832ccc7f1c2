package io.feedmill.worker.announcement;

import io.feedmill.common.Stores;
import io.feedmill.common.announcement.Announcement;
import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.fanout.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.deliver.Delivery;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.Work;
import io.feedmill.worker.stop.WorkDeadlines;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings announcements into the home feeds that there are. A batch of these is written first and counted then, in one conditional step with the
 * place where the next one begins: a crash in between lets it be written again, and whoever writes it twice, it counts once.
 */
public final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final AnnouncementStore announcements;
    private final JobStore jobs;
    private final HomeWalk homes;
    private final HomeFeedWriter writer;
    private final WorkDeadlines deadlines;
    private final WorkerMetrics metrics;
    private final Patience patience;

    /** Who writes, and whom it tells. */
    public Announcer(
            Stores stores,
            HomeWalk homes,
            HomeFeedWriter writer,
            WorkDeadlines deadlines,
            WorkerMetrics metrics,
            Patience patience) {
        this.announcements = stores.announcements();
        this.jobs = stores.jobs();
        this.homes = homes;
        this.writer = writer;
        this.deadlines = deadlines;
        this.metrics = metrics;
        this.patience = patience;
    }

    /**
     * When to go on, and when not to.
     *
     * @param stalled how long another worker may take for a batch
     * @param ends whether to end where it is
     */
    public record Patience(Clock clock, Duration stalled, BooleanSupplier ends) {

        /** Others' work is left to them: this saves writes, and nothing depends on it. */
        boolean isOver(Announcement announcement) {
            return announcement.step() == 0
                    || clock.instant().isAfter(announcement.progressAt().plus(stalled));
        }
    }

    /** Brings each of them as far as it gets; false where it ended before. */
    public boolean run() {
        if (patience.ends().getAsBoolean()) {
            return false;
        }
        for (Announcement announcement : announcements.running()) {
            if (patience.isOver(announcement) && isFannedOut(announcement)) {
                announce(announcement);
            }
        }
        return !patience.ends().getAsBoolean();
    }

    /** Followers of the author get the post by its fan-out. It comes first, so that none of its writes is behind one of ours. */
    private boolean isFannedOut(Announcement announcement) {
        return jobs.find(JobId.of(announcement.id()))
                .map(job -> job.state() == JobState.COMPLETE)
                .orElse(true);
    }

    /** One that fails does not keep those behind it. */
    private void announce(Announcement announcement) {
        try {
            Optional<Announcement> now = Optional.of(announcement);
            while (now.filter(seen -> seen.completedAt() == null).isPresent()
                    && !patience.ends().getAsBoolean()) {
                now = next(now.get());
            }
        } catch (StorageException e) {
            LOG.atWarn()
                    .addKeyValue("post", announcement.id())
                    .addKeyValue("reason", e.reason())
                    .log("An announcement stopped for now");
        }
    }

    /** One batch further; empty where the time did not do for it, or another was faster. */
    private Optional<Announcement> next(Announcement seen) {
        HomeWalk.Next next = homes.behind(seen);
        try (Work work = deadlines.begin()) {
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
                        .log("announced");
            }
        });
        return moved;
    }
}
