package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.testkit.HomeItem;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.SettableClock;
import java.util.ArrayList;
import java.util.List;

/** Assertions on a world after all of its work is done. */
public final class Exact {
    private Exact() {}

    /** Asserts that the post reached this number of recipients, and that every count agrees. */
    public static void assertClosed(World world, long delivered, long skipped) {
        assertThat(world.job().counts()).isEqualTo(new Counts(delivered + skipped, delivered, skipped));
        assertClosed(world);
    }

    /** Asserts that the post reached these recipients as it is, and nobody else, that this number was skipped, and that every count agrees. */
    public static void assertDelivered(World world, long skipped, String... reached) {
        assertClosed(world, reached.length, skipped);
        assertThat(world.reached()).containsExactly(reached);
        assertReached(world, reached);
    }

    /** Asserts that every job is complete, that job, counters and ledger agree, and that nothing is open. */
    public static void assertClosed(World world) {
        world.assertAllHappened();
        long deliveries = 0;
        for (PostId post : world.posts()) {
            Job job = world.job(post);
            assertThat(job.state()).isEqualTo(JobState.COMPLETE);
            assertThat(job.pending()).isEmpty();
            assertThat(job.completedAt()).isNotNull();
            assertLedger(world, job);
            deliveries += job.counts().delivered();
        }
        assertThat(world.fakes.counters().author(World.AUTHOR))
                .isEqualTo(new AuthorCounters(world.posts().size(), deliveries));
        assertThat(world.openJobs()).isEmpty();
        assertThat(world.dead).isEmpty();
    }

    private static void assertLedger(World world, Job job) {
        List<LedgerEntry> entries = new ArrayList<>();
        QuarterHour end = QuarterHour.of(world.clock.instant()).next();
        for (QuarterHour quarter = QuarterHour.of(SettableClock.START);
                !quarter.equals(end);
                quarter = quarter.next()) {
            Ledgers.entries(world.fakes.ledger(), quarter).stream()
                    .filter(entry ->
                            entry instanceof LedgerEntry.OfPost of && of.post().equals(job.post()))
                    .forEach(entries::add);
        }
        assertThat(entries).singleElement().isInstanceOfSatisfying(LedgerEntry.Posted.class, entry -> {
            assertThat(entry.delivered()).isEqualTo(job.counts().delivered());
            assertThat(entry.skipped()).isEqualTo(job.counts().skipped());
        });
    }

    /** Asserts that each user has each permitted post exactly once, as in its author's feed, and no other post. */
    public static void assertReached(World world, String... steady) {
        world.assertAllHappened();
        for (PostId post : world.posts()) {
            for (UserId user : users(steady)) {
                assertThat(world.rows(user.value(), post))
                        .as("%s of %s", post, user)
                        .isEqualTo(truth(world, post, user));
            }
        }
    }

    private static List<FeedItem> truth(World world, PostId post, UserId user) {
        return world.fakes.feeds().truth(World.AUTHOR, post) instanceof Truth.Live live
                        && live.item().audience().admits(user)
                ? List.of(HomeItem.of(live.item().via(Via.FOLLOW), user))
                : List.of();
    }
}
