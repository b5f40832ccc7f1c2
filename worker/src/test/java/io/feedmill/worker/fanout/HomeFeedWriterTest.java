package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
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

    /** The normal path reads no blocks. */
    @Test
    void blocksAreReadForLeaversOnly() {
        World world = World.of(5, FOUR);
        assertThat(world.next().steps()).noneMatch(step -> step.startsWith("ReaderStore"));
    }
}
