package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rows a delivery writes and deletes, and why recipients are skipped. Each {@link World} asserts after each step that the reasons add up. */
class HomeFeedWriterTest {
    private static final Audience B = World.only("b", "stranger");
    private static final String[] FOUR = {"a", "b", "c", "d"};

    /** Its plan delivers inline. */
    private final World world = World.of(5, "a", "b", "c");

    @Test
    void aPostPublishedForAListIsTakenFromNoOne() {
        world.next();
        PostId post = world.publish(B);
        Run run = world.next();
        assertThat(world.rows("b", post)).hasSize(1);
        assertThat(world.rows("a", post)).isEmpty();
        assertThat(world.job(post).counts()).isEqualTo(new Job.Counts(3, 1, 2));
        assertThat(run.steps()).noneMatch(step -> step.startsWith("FeedStore.deleteHome"));
    }

    /** P5: the others do not wait for a reader who gets more than one partition takes. */
    @Test
    void aReaderWhoseHomeFeedRefusesWritesIsPutOff() {
        World world = World.of(4, "a", "b", "c", "d", "e", "f", "g", "h");
        world.next();
        world.fakes.refuse(user("b"));
        world.next();
        assertThat(world.reached()).containsExactly("a", "c", "d");
        Deliver rest = (Deliver) world.lastSent().message();
        assertThat(rest.rest()).isEqualTo(new Remaining(users("b"), null, 3, Skipped.NONE));
        assertThat(world.parts.count("feedmill.deliveries.put.off")).isEqualTo(1);
        world.work();
        assertThat(world.reached()).containsExactly("a", "c", "d", "e", "f", "g", "h");
        world.fakes.refuse();
        world.finish();
        Exact.assertClosed(world, 8, 0);
    }

    @Test
    void aSmallAuthorsReaderIsPutOffIntoASlice() {
        World world = World.of(4, "a", "b");
        world.fakes.refuse(user("b"));
        world.next();
        assertThat(world.reached()).containsExactly("a");
        world.fakes.refuse();
        world.finish();
        Exact.assertClosed(world, 2, 0);
    }

    /** Twice the recipients are read; of a range with more, the recipients' own follows. */
    @Test
    void theCheckForLeaversIsBoundedWhateverWasImported() {
        World world = World.of(3, "a", "c", "e", "x");
        world.next();
        world.fakes
                .follows()
                .importAll(IntStream.range(0, 50)
                        .mapToObj(i -> new Follow(user("b" + i), World.AUTHOR))
                        .toList());
        world.unfollow("c");
        Run run = world.next();
        assertThat(run.steps())
                .filteredOn(step -> step.startsWith("FollowStore.followersBetween"))
                .singleElement()
                .asString()
                .endsWith("follows[followers:ann] limit 6");
        assertThat(run.steps()).anyMatch(step -> step.startsWith("FollowStore.since"));
        assertThat(world.reached()).containsExactly("a", "e");
    }

    private static void block(World world, String name) {
        world.fakes.readers().block(user(name), World.AUTHOR);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void eachReasonIsCounted(int sliceSize) {
        World world = World.of(sliceSize, FOUR);
        world.permit(World.only("a", "b", "d"));
        world.steps.before("FeedStore.putHome", 1, () -> {
            block(world, "a");
            world.unfollow("b");
        });
        world.work();
        Exact.assertClosed(world, 1, 3);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 1, 0, 1, 0));
    }

    @Test
    void aLeaverWhoMayNotReadIsALeaver() {
        World world = World.of(5, FOUR);
        world.permit(World.only("b", "c", "d"));
        world.steps.before("FeedStore.putHome", 1, () -> world.unfollow("a"));
        world.work();
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 0, 0, 0, 0));
    }

    /** Everyone counts as seen when the time is first set: 'a' was seen again, and 'd' stopped following. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void whoWasAwayForLongIsPassedOver(int sliceSize) {
        World world = World.of(sliceSize, FOUR);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.work();
        world.clock.advance(Duration.ofDays(8));
        world.fakes.readers().seen(user("a"), null, Active.at(Ticks.ofInstant(world.clock.instant())));
        PostId second = world.publish();
        world.steps.before("FeedStore.putHome", 1, () -> world.unfollow("d"));
        world.work();
        assertThat(world.home("a")).contains(second);
        assertThat(world.home("b")).isNotEmpty().doesNotContain(second);
        assertThat(world.job(JobId.of(second)).skippedBy()).isEqualTo(new Skipped(1, 0, 0, 0, 2));
    }

    /** The readers got the post when they might be away for longer. */
    @Test
    void aRetractionGoesToWhoeverGotThePostBeforeTheTimeWasLowered() {
        World world = World.of(2, FOUR);
        world.fakes.dormancy().set(Duration.ofDays(14));
        world.clock.advance(Duration.ofDays(8));
        PostId second = world.publish();
        world.work();
        assertThat(world.home("b")).contains(second);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.clock.advance(Duration.ofHours(1));
        Post post = world.fakes.posts().find(second).orElseThrow();
        JobId job = JobId.create(Ticks.ofInstant(world.clock.instant()), new Random(1));
        world.fakes.posts().change(post, new Change.Retract(false), job);
        world.queue.send(World.plan(job));
        world.work();
        assertThat(world.home("b")).doesNotContain(second);
    }

    /** The post is as old as its publication, and the reader had it: the change goes to the same ones. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void aChangeGoesToWhoeverMayHaveThePost(int sliceSize) {
        World world = World.of(sliceSize, FOUR);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.work();
        world.clock.advance(Duration.ofDays(8));
        JobId job = world.change(new Change.Retract(false));
        world.queue.send(World.plan(job));
        world.work();
        assertThat(world.home("b")).isEmpty();
        assertThat(world.job(job).skippedBy()).isEqualTo(Skipped.gone(4));
    }

    /** An old slice removes the leavers before it writes. */
    @Test
    void theLeaversOfAnOldSliceHaveTheirReasons() {
        World world = World.of(5, FOUR);
        world.fakes.throttleAfter(1);
        world.next();
        QueueMessage slice = world.queue.sent().stream()
                .map(Sent::message)
                .filter(Deliver.class::isInstance)
                .findFirst()
                .orElseThrow();
        block(world, "b");
        world.unfollow("c");
        world.fakes.throttleAfter(1_000);
        world.clock.advance(Duration.ofMinutes(5));
        world.receive(slice, world.clock.instant().minusSeconds(300));
        world.finish();
        Exact.assertClosed(world, 2, 2);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 0, 0, 1, 0));
    }

    /** A range that is read again has fewer followers than were planned: nobody can name the others any more. */
    @Test
    void whoIsMissingInARangeStoppedFollowing() {
        World world = World.of(2, FOUR);
        world.next();
        assertThat(world.queue.take()).isPresent();
        assertThat(world.queue.take()).isPresent();
        block(world, "a");
        world.finish();
        Exact.assertClosed(world, 3, 1);
        assertThat(world.job().skippedBy()).isEqualTo(Skipped.notFollowing(1));
    }

    /** The normal path reads no blocks. */
    @Test
    void blocksAreReadForLeaversOnly() {
        World world = World.of(5, FOUR);
        assertThat(world.next().steps()).noneMatch(step -> step.startsWith("ReaderStore"));
    }
}
