package io.feedmill.worker.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What follows and unfollows write to a home feed: the cases C, D and U of the model. */
class FollowReconcilerTest {
    private final World world = World.delivered(2, "a", "b", "c");

    @Test
    void aFollowGetsTheNewestHundredPosts() {
        List<PostId> later = world.deliver(200);
        world.beginFollow("new");
        assertThat(World.calls(world.next(), "FeedStore.posts"))
                .as("no page too many")
                .isEqualTo(2);
        assertThat(world.home("new")).isEqualTo(later.subList(100, 200).reversed());
        assertThat(world.openPairs()).isEmpty();
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "follow"))
                .isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "put")).isEqualTo(100);
    }

    /** They count among the newest: no page is read for older ones. */
    @Test
    void aFollowWritesNothingForPostsOnRead() {
        List<PostId> pushed = world.deliver(10);
        IntStream.range(0, 95).forEach(i -> world.publishOnRead());
        world.beginFollow("new");
        assertThat(World.calls(world.next(), "FeedStore.posts")).isEqualTo(2);
        assertThat(world.home("new")).isEqualTo(pushed.subList(5, 10).reversed());
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isZero();
    }

    @Test
    void anUnfollowReadsNoFeedOfTheAuthorAndDeletesWhatIsThere() {
        world.deliver(600);
        world.follow("late");
        List<PostId> brought = List.of(world.publish(), world.publish());
        world.finish();
        assertThat(world.home("late")).containsExactlyElementsOf(brought.reversed());
        world.endFollow("late");
        world.clock.advance(World.GRACE);
        Run first = world.next();
        assertThat(first.steps()).noneMatch(step -> step.startsWith("FeedStore.posts"));
        assertThat(World.calls(first, "FeedStore.homePage")).isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(2);
        world.clock.advance(World.UNTIL_NEXT_LOOK);
        Run second = world.next();
        assertThat(World.calls(second, "FeedStore.writeHome")).isZero();
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(2);
    }

    @Test
    void aFollowLooksAtFiveHundredPosts() {
        Audience others = World.only("b");
        PostId tooOld = world.publish();
        List<PostId> posts = new ArrayList<>(List.of(world.publish()));
        IntStream.range(0, 499).forEach(i -> posts.add(world.publish(others)));
        world.finish();
        world.beginFollow("new");
        Run run = world.next();
        assertThat(World.calls(run, "FeedStore.posts")).isEqualTo(10);
        assertThat(world.home("new")).containsExactly(posts.getFirst()).doesNotContain(tooOld);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(499);
        world.beginFollow("late");
        world.publish(others);
        world.next();
        assertThat(world.home("late")).isEmpty();
    }

    @Test
    void aFollowGetsNothingOlderThanTheRetention() {
        world.clock.advance(Duration.ofDays(29));
        PostId young = world.publish();
        world.finish();
        world.clock.advance(Duration.ofDays(2));
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).containsExactly(young);
    }

    /** A retraction passes over the reader, too. */
    @Test
    void aFollowBringsNoPostThatSlicesPassOver() {
        long tick = Ticks.ofInstant(world.clock.instant());
        assertThat(world.fakes.readers().seen(user("new"), null, ReaderActivity.at(tick)))
                .isTrue();
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.clock.advance(Duration.ofDays(8));
        world.publish();
        world.finish();
        world.beginFollow("new");
        world.finish();
        assertThat(world.home("new")).containsExactly(world.post);
    }
}
