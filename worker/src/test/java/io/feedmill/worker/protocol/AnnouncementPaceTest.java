package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.Schedule;
import io.feedmill.testkit.steps.Steps;
import io.feedmill.worker.announcement.Announcer;
import io.feedmill.worker.announcement.Announcer.AnnouncementMetrics;
import io.feedmill.worker.announcement.HomeWalk;
import io.feedmill.worker.fanout.HomeFeedWriter;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Announcements over a store that takes few rows a second from all workers together, with the sizes and times of production. */
class AnnouncementPaceTest {
    private static final int HOMES = 300;
    private static final Duration STALLED = Duration.ofSeconds(60);

    private final SettableClock clock = new SettableClock();
    private final FakeStores fakes = new FakeStores(clock);
    private final Steps steps = new Steps();
    private final Random random = new Random(1);
    private final AtomicInteger written = new AtomicInteger();
    private final PostId post;
    private int published;

    AnnouncementPaceTest() {
        for (int n = 0; n < HOMES; n++) {
            fakes.publishing().publish(request("user-" + n));
        }
        PublishRequest request = request("feedmill");
        fakes.publishing().publish(request, fakes.announcements().acceptance());
        post = request.id();
        fakes.jobs().closeInlineDelivery(fakes.jobs().find(JobId.of(post)).orElseThrow(), 0, Skipped.NONE);
    }

    private PublishRequest request(String author) {
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()) + published++, random);
        return new PublishRequest(id, user(author), Content.of("hello"), null, null, Audience.everyone());
    }

    private Announcer announcer(Duration row) {
        Stores stores = steps.watch(paced(row), 25);
        WorkDeadlines deadlines =
                new WorkDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(10), clock::nanoTime, clock);
        return new Announcer(
                stores.announcements(),
                stores.jobs(),
                new HomeWalk(fakes.scans(), "homes", 250, 25),
                new HomeFeedWriter(stores.feeds(), stores.follows(), stores.readers()),
                new AnnouncementMetrics(new SimpleMeterRegistry()),
                new Announcer.Timing(clock, STALLED, deadlines, deadlines::stopping));
    }

    private Stores paced(Duration row) {
        FeedStore paced = paced(fakes.feeds(), row);
        return new Stores() {
            @Override
            public <S> S get(Class<S> type) {
                return type == FeedStore.class
                        ? type.cast(paced)
                        : fakes.stores().get(type);
            }
        };
    }

    /** Returns the store with this time for each row that it puts. */
    private FeedStore paced(FeedStore feeds, Duration row) {
        return (FeedStore) Proxy.newProxyInstance(
                FeedStore.class.getClassLoader(), new Class<?>[] {FeedStore.class}, (proxy, method, arguments) -> {
                    Object[] given = Objects.requireNonNull(arguments);
                    if (!method.getName().equals("putHome")) {
                        return method.invoke(feeds, given);
                    }
                    List<?> users = (List<?>) given[1];
                    for (int n = 0; n < users.size(); n++) {
                        clock.advance(row);
                        BatchResult result = (BatchResult) Objects.requireNonNull(
                                method.invoke(feeds, given[0], users.subList(n, n + 1), given[2]));
                        if (!result.complete()) {
                            return new BatchResult(n, false, List.of(), false);
                        }
                        written.incrementAndGet();
                    }
                    return new BatchResult(users.size(), true, List.of(), false);
                });
    }

    private Announcement announcement() {
        return fakes.announcements().find(post).orElseThrow();
    }

    private void assertAnnounced() {
        assertThat(announcement().completedAt()).isNotNull();
        assertThat(announcement().delivered()).isEqualTo(HOMES);
        for (int n = 0; n < HOMES; n++) {
            UserId reader = user("user-" + n);
            assertThat(fakes.home(reader))
                    .filteredOn(item -> item.post().equals(post))
                    .hasSize(1);
        }
    }

    @Test
    void tenRowsASecondAreEnoughForWorkersThatBeginAtOnce() {
        for (int round = 0; announcement().completedAt() == null; round++) {
            assertThat(round).as("rounds without an end").isLessThan(10);
            Schedule schedule = steps.schedule(round);
            for (int worker = 1; worker <= 4; worker++) {
                schedule.start("worker " + worker, announcer(Duration.ofMillis(100))::run);
            }
            schedule.run();
            clock.advance(STALLED.plusSeconds(1));
        }
        assertAnnounced();
        assertThat(written).hasValue(HOMES);
    }

    /** A batch would take 100 s, and may take 60 s. */
    @Test
    void aBatchThatCannotBeFinishedInTimeIsContinuedAtOnce() {
        announcer(Duration.ofMillis(400)).run();
        assertAnnounced();
        assertThat(written).hasValue(HOMES);
    }
}
