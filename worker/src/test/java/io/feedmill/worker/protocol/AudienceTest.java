package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Fan-out of posts that not everyone may read. */
class AudienceTest {
    private static final Audience B = new Audience.Users(new TreeSet<>(users("b", "stranger")));

    private final World world = World.of(5, "a", "b", "c");

    private void permit(Audience audience) {
        world.permit(audience);
    }

    @Test
    void aUserWhoIsNotOnTheListIsSkipped() {
        permit(B);
        world.work();
        Exact.assertClosed(world, 1, 2);
        assertThat(world.reached()).containsExactly("b");
        assertThat(world.fakes.home(user("stranger"))).isEmpty();
    }

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

    @Test
    void anEmptyListReachesNoOne() {
        permit(new Audience.Users(new TreeSet<>()));
        world.work();
        Exact.assertClosed(world, 0, 3);
        assertThat(world.reached()).isEmpty();
    }

    @Test
    void followersGetPostsForFollowersWithTheirAudience() {
        permit(new Audience.Followers());
        world.work();
        Exact.assertClosed(world, 3, 0);
        assertThat(world.reached()).containsExactly("a", "b", "c");
        assertThat(world.rows("a", world.post).getFirst().audience()).isEqualTo(new Audience.Followers());
    }

    @Test
    void rowsWrittenBeforeTheListAreDeleted() {
        world.steps.before("FeedStore.putHome", 3, () -> permit(B));
        world.work();
        Exact.assertClosed(world, 1, 2);
        assertThat(world.reached()).containsExactly("b");
    }

    @Test
    void rowsOfADeadHandlerAreDeletedAfterTheListExcludesThem() {
        world.next(CrashPoint.after(World.step(World.of(5, "a", "b", "c").next(), "FeedStore.putHome", 2)));
        assertThat(world.reached()).containsExactly("a", "b");
        permit(B);
        world.finish();
        assertThat(world.reached()).containsExactly("b");
    }

    @Test
    void rowsWrittenForEveryoneAreWrittenAgainForFollowers() {
        world.fakes.throttleAfter(2);
        world.next();
        assertThat(world.reached()).containsExactly("a", "b");
        permit(new Audience.Followers());
        world.fakes.throttleAfter(Integer.MAX_VALUE);
        world.finish();
        assertThat(List.of("a", "b", "c"))
                .allSatisfy(user -> assertThat(
                                world.rows(user, world.post).getFirst().audience())
                        .isEqualTo(new Audience.Followers()));
    }

    @Test
    void aLeaverDoesNotKeepTheRowThatTheListAdmits() {
        permit(B);
        world.steps.before("followersBetween", 1, () -> world.unfollow("b"));
        world.work();
        Exact.assertClosed(world, 0, 3);
        assertThat(world.reached()).isEmpty();
    }

    @Test
    void everyoneAfterAListReachesAll() {
        permit(B);
        world.steps.before("FeedStore.putHome", 3, () -> permit(Audience.everyone()));
        world.work();
        Exact.assertClosed(world, 3, 0);
        assertThat(world.reached()).containsExactly("a", "b", "c");
    }
}
