package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Repair;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Repairs of an audit correct home feeds and change nothing else. */
class RepairHandlerTest {
    private static final String[] ALL = {"a", "b", "c", "d"};
    private static final String AUTHOR = World.AUTHOR.value();

    private World world = World.delivered(2, ALL);

    private Repair repair(String... users) {
        return Repair.of(world.post, World.AUTHOR, users(users));
    }

    private void lose(String... users) {
        for (UserId user : users(users)) {
            world.fakes.remove(FeedName.home(user), world.post);
        }
    }

    /** Asserts that the next attempt is for these users. */
    private void assertLeft(String... users) {
        SendHistory second = new SendHistory(1, world.clock.instant(), 0);
        assertThat(world.lastSent().message()).isEqualTo(new Repair(world.post, World.AUTHOR, users(users), second));
    }

    private double repaired() {
        return world.parts.count("feedmill.repairs");
    }

    @Test
    void writesMissingItemsAndChangesNoCount() {
        lose("b", "d");
        world.handle(repair("b", "d"));
        Exact.assertDelivered(world, 0, ALL);
        assertThat(repaired()).isEqualTo(2);
    }

    @Test
    void aRecheckIsNotCountedAgain() {
        lose("b", "d");
        world.redeliver(repair("b", "d"));
        world.workAfter(Duration.ofSeconds(65));
        assertThat(repaired()).isEqualTo(2);
    }

    @Test
    void updatesStaleItems() {
        world.revise(2);
        world.handle(repair("a", "b"));
        assertThat(world.version("a")).isEqualTo(2);
        assertThat(world.version("c")).isEqualTo(1);
    }

    @Test
    void aLeaverSinceTheAuditGetsNoItem() {
        lose("b", "c");
        world.unfollow("b");
        world.handle(repair("b", "c"));
        assertThat(world.reached()).containsExactly("a", "c", "d");
        assertThat(repaired()).isEqualTo(1);
    }

    /** Its page would show the post meanwhile: nothing hides an author from somebody who never followed. */
    @Test
    void aStrangersItemIsDeletedAndNeverWritten() {
        world.fakes.plant(new StoredItem(
                FeedName.home(user("stranger")),
                world.post.feedKey(),
                world.rows("a", world.post).getFirst()));
        Run run = world.handle(repair("stranger"));
        assertThat(world.fakes.home(user("stranger"))).isEmpty();
        assertThat(run.steps()).noneMatch(step -> step.startsWith("FeedStore.putHome"));
        assertThat(repaired()).isZero();
    }

    /** No change of the permissions made it extra: a slice would not look for it. */
    @Test
    void anItemThatItsReaderMayNeverReadIsDeleted() {
        PostId post = world.publish(World.only("b"));
        world.finish();
        FeedItem item = world.rows("b", post).getFirst();
        world.fakes.plant(new StoredItem(FeedName.home(user("c")), post.feedKey(), item));
        world.handle(Repair.of(post, World.AUTHOR, users("b", "c")));
        assertThat(world.rows("c", post)).isEmpty();
        assertThat(world.rows("b", post)).hasSize(1);
    }

    /** The repair names few of many followers: the others are not read. */
    @Test
    void onlyItsOwnUsersAreLookedUp() {
        lose("a", "d");
        Run run = world.handle(repair("a", "d"));
        Exact.assertReached(world, ALL);
        assertThat(run.steps()).noneMatch(step -> step.startsWith("FollowStore.followersBetween"));
    }

    /** Such a repair would delete correct rows. */
    @Test
    void aRepairThatNamesAnotherAuthorIsDeadLettered() {
        world.handle(Repair.of(world.post, user("eve"), users("a", "b")));
        Exact.assertReached(world, ALL);
        assertThat(world.dead).containsExactly("deliver impossible-state: Job " + world.post + " has another author");
    }

    @Test
    void aDeletedPostIsRemovedAndNotCounted() {
        world.retract();
        world.handle(repair("a", AUTHOR));
        assertThat(repaired()).isZero();
        assertThat(world.reached()).containsExactly("b", "c", "d");
        assertThat(world.rows(AUTHOR, world.post)).isEmpty();
    }

    /** The author does not follow, but keeps the own post. */
    @Test
    void theAuthorsOwnItemIsPutBack() {
        lose(AUTHOR, "a");
        world.handle(repair("a", AUTHOR));
        Post post = Posts.of(world.post, World.AUTHOR, "first version");
        assertThat(world.rows(AUTHOR, world.post)).containsExactly(FeedItem.of(post, Via.SELF));
        Exact.assertReached(world, ALL);
        assertThat(repaired()).isEqualTo(2);
    }

    @Test
    void aRepairWorksWithoutItsLostJob() {
        world.fakes.removeJob(JobId.of(world.post));
        lose("a");
        world.handle(repair("a"));
        Exact.assertReached(world, ALL);
        assertThat(world.dead).isEmpty();
    }

    @Test
    void isRequeuedForTheRestWhenOutOfTime() {
        lose(ALL);
        world.fakes.throttleAfter(3);
        world.handle(repair(ALL));
        Sent sent = world.lastSent();
        assertLeft("d");
        assertThat(sent.delay()).isPositive();
        assertThat(repaired()).isEqualTo(3);
        world.fakes.throttleAfter(1);
        world.workAfter(sent.delay());
        Exact.assertDelivered(world, 0, ALL);
        assertThat(repaired()).isEqualTo(4);
    }
}
