package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.Seeds;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.testkit.steps.Schedule;
import io.feedmill.testkit.steps.Steps;
import io.feedmill.worker.announcement.Announcer;
import io.feedmill.worker.announcement.Announcer.AnnouncementMetrics;
import io.feedmill.worker.announcement.HomeWalk;
import io.feedmill.worker.fanout.HomeFeedWriter;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Announcements over fakes: with crashes and races, each home feed has the post once and counts once. */
class AnnouncementTest {
    private static final UserId ANNOUNCER = user("feedmill");
    private static final Duration STALLED = Duration.ofSeconds(60);
    private static final int SEEDS = 200;
    private static final List<String> USERS =
            IntStream.range(0, 14).mapToObj(i -> "user-" + i).toList();

    private World world = new World();

    /** Fourteen users with a home feed each of two posts, and an announcement whose fan-out is complete; batches of a few. */
    private static final class World {
        private final SettableClock clock = new SettableClock();
        private final FakeStores fakes = new FakeStores(clock);
        private final Steps steps = new Steps();
        private final Stores stores = steps.watch(fakes.stores(), 4);
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final AnnouncementMetrics metrics = new AnnouncementMetrics(meters);
        private final WorkDeadlines deadlines =
                new WorkDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(10), clock::nanoTime, clock);
        private final Announcer announcer = announcer();
        private final Random random = new Random(1);
        private final PostId post;
        private long tick;

        World() {
            USERS.forEach(user -> fakes.publishing().publish(request(user)));
            USERS.forEach(user -> fakes.publishing().publish(request(user)));
            PublishRequest announcement = request(ANNOUNCER.value());
            fakes.publishing().publish(announcement, fakes.announcements().acceptance());
            post = announcement.id();
        }

        private Announcer announcer() {
            return new Announcer(
                    stores.announcements(),
                    stores.jobs(),
                    new HomeWalk(fakes.scans(), "homes", 2, 1),
                    new HomeFeedWriter(stores.feeds(), stores.follows(), stores.readers()),
                    metrics,
                    new Announcer.Timing(clock, STALLED, deadlines, deadlines::stopping));
        }

        private PublishRequest request(String author) {
            PostId id = PostId.create(Ticks.ofInstant(clock.instant()) + tick++, random);
            return new PublishRequest(id, user(author), Content.of("first version"), null, null, Audience.everyone());
        }

        World fannedOut() {
            fakes.jobs().closeInlineDelivery(fakes.jobs().find(JobId.of(post)).orElseThrow(), 0, Skipped.NONE);
            return this;
        }

        Run run(CrashPoint point) {
            return steps.run(point, announcer::run);
        }

        /** The worker that processed it crashed. */
        void finish() {
            for (int round = 0; announcement().completedAt() == null; round++) {
                assertThat(round).as("rounds without an end").isLessThan(20);
                clock.advance(STALLED.plusSeconds(1));
                announcer.run();
            }
        }

        Announcement announcement() {
            return fakes.announcements().find(post).orElseThrow();
        }

        List<FeedItem> rows(String user) {
            return fakes.home(user(user)).stream()
                    .filter(item -> item.post().equals(post))
                    .toList();
        }

        /** Asserts that every home feed has the announcement once and is counted. */
        void assertAnnounced() {
            assertThat(announcement().completedAt()).isNotNull();
            assertThat(announcement().delivered()).isEqualTo(USERS.size());
            assertThat(USERS)
                    .allSatisfy(user ->
                            assertThat(rows(user)).extracting(FeedItem::via).containsExactly(Via.ANNOUNCEMENT));
        }

        double counted(String meter) {
            return meters.get(meter).counter().count();
        }
    }

    @Test
    void reachesEveryHomeFeedOnceInSeveralBatches() {
        world.fannedOut().run(CrashPoint.NONE);
        world.assertAnnounced();
        assertThat(world.announcement().step()).isGreaterThan(1);
        assertThat(world.counted("feedmill.announcements.delivered")).isEqualTo(USERS.size());
        assertThat(world.counted("feedmill.announcements.completed")).isEqualTo(1);
    }

    /** So pages ask the author's feed about them, and a change or a retraction takes effect without new writes of the rows. */
    @Test
    void rowsSayThatTheyAreAnnouncements() {
        world.fannedOut().run(CrashPoint.NONE);
        assertThat(world.rows("user-3")).extracting(FeedItem::via).containsExactly(Via.ANNOUNCEMENT);
    }

    @Test
    void theAnnouncersOwnFeedKeepsItAsItsOwnAndIsNotCounted() {
        world.fannedOut().run(CrashPoint.NONE);
        assertThat(world.rows(ANNOUNCER.value())).extracting(FeedItem::via).containsExactly(Via.SELF);
    }

    @Test
    void anotherWorkerContinuesAfterACrashAtAnyStep() {
        CrashPoint.each(point -> {
            World some = new World().fannedOut();
            Run run = some.run(point);
            some.finish();
            some.assertAnnounced();
            return run;
        });
    }

    @Test
    void workersThatRaceAndDieCountEachHomeFeedOnce() {
        Seeds.each(SEEDS, seed -> {
            World some = new World().fannedOut();
            Schedule schedule = some.steps.schedule(seed).crashes(2);
            for (int worker = 1; worker <= 3; worker++) {
                schedule.start("worker " + worker, some.announcer::run);
            }
            Schedule.Outcome outcome = schedule.run();
            some.finish();
            assertThat(some.announcement().delivered()).as(outcome.toString()).isEqualTo(USERS.size());
            some.assertAnnounced();
        });
    }

    @Test
    void waitsForTheFanOutToItsAuthorsFollowers() {
        world.run(CrashPoint.NONE);
        assertThat(world.announcement().step()).isZero();
        world.fannedOut().run(CrashPoint.NONE);
        world.assertAnnounced();
    }

    @Test
    void isLeftToItsWorkerUntilItStalls() {
        world.fannedOut();
        world.steps.before("AnnouncementStore.move", 2, () -> {
            throw new StorageException(Kind.TRANSIENT, "for now");
        });
        world.run(CrashPoint.NONE);
        world.clock.advance(STALLED);
        world.run(CrashPoint.NONE);
        assertThat(world.announcement().step()).isEqualTo(2);
        world.clock.advance(Duration.ofSeconds(1));
        world.run(CrashPoint.NONE);
        world.assertAnnounced();
    }

    @Test
    void throttledRowsAreNotCountedUntilTheyAreWritten() {
        world.fannedOut();
        world.fakes.throttleAfter(1);
        world.run(CrashPoint.NONE);
        assertThat(world.announcement().delivered()).isLessThanOrEqualTo(1);
        world.fakes.throttleAfter(Integer.MAX_VALUE);
        world.finish();
        world.assertAnnounced();
    }

    @Test
    void aRetractionMeanwhileKeepsTheEarlierCounts() {
        world.fannedOut();
        world.steps.before("AnnouncementStore.move", 2, () -> world.fakes.retract(ANNOUNCER, world.post));
        world.run(CrashPoint.NONE);
        Announcement end = world.announcement();
        assertThat(end.completedAt()).isNotNull();
        assertThat(USERS.stream().filter(user -> !world.rows(user).isEmpty())).hasSize((int) end.delivered());
        assertThat(end.delivered()).isLessThan(USERS.size());
    }

    @Test
    void aRetractionBetweenWriteAndReadDeletesTheBatch() {
        world.fannedOut();
        world.steps.before("truth", 2, () -> world.fakes.retract(ANNOUNCER, world.post));
        world.run(CrashPoint.NONE);
        assertThat(world.announcement().delivered()).isZero();
        assertThat(USERS).allSatisfy(user -> assertThat(world.rows(user)).isEmpty());
    }

    @Test
    void aChangeBetweenWriteAndReadIsWritten() {
        world.fannedOut();
        world.steps.before(
                "truth",
                2,
                () -> world.fakes.revise(
                        new Post(world.post, ANNOUNCER, Content.of("second version"), 2, null, Audience.everyone())));
        world.run(CrashPoint.NONE);
        world.assertAnnounced();
        assertThat(USERS)
                .allSatisfy(user -> assertThat(world.rows(user))
                        .extracting(FeedItem::version)
                        .containsExactly(2L));
    }

    @Test
    void aProcessThatStopsBeginsNoBatch() {
        world.fannedOut();
        world.steps.before("AnnouncementStore.move", 1, world.deadlines::stop);
        world.run(CrashPoint.NONE);
        assertThat(world.announcement().step()).isEqualTo(2);
        assertThat(world.announcement().completedAt()).isNull();
    }
}
