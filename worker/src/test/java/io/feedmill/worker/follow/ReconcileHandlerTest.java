package io.feedmill.worker.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The work of follows and unfollows is bounded by what the reader has, and ends: the cases U of the model. */
class ReconcileHandlerTest {
    private final World world = World.delivered(2, "a", "b", "c");

    /** Else each resend would be one more loop, for as long as the table throttles. */
    @Test
    void theSweepSendsNoSecondMessageWhileTheFirstWorks() {
        world.deliver(100);
        world.endFollow("a");
        world.fakes.throttleAfter(0);
        world.clock.advance(World.GRACE);
        world.next();
        for (int minute = 0; minute < 60; minute++) {
            world.clock.advance(Duration.ofMinutes(1));
            world.parts.sweep().run();
            world.queue.take().ifPresent(world::handle);
            assertThat(world.queue.waiting()).as("minute " + minute).hasSize(1);
        }
        world.fakes.throttleAfter(1_000);
        world.clock.advance(Duration.ofMinutes(5));
        world.lookTwice();
        assertThat(world.home("a")).isEmpty();
        assertThat(world.openPairs()).isEmpty();
    }

    /** The reader follows this author, too, and has one post of it. */
    private Follow followOther(String name) {
        Follow follow = new Follow(user("a"), user(name));
        Post post = world.publishBy(name);
        world.fakes.follows().importAll(List.of(follow));
        world.fakes.plant(new StoredItem(
                FeedName.home(follow.follower()), post.id().feedKey(), FeedItem.of(post, FeedItem.Via.FOLLOW)));
        return follow;
    }

    private void endFollow(Follow follow) {
        FollowChange ended = world.stores.follows().unfollow(follow).orElseThrow();
        world.queue.send(Reconcile.of(ended), World.GRACE);
    }

    /** Handles all messages; returns the number of pages of home feeds that this reads. */
    private long pagesUntilRest() {
        long pages = 0;
        for (int messages = 0; !world.openPairs().isEmpty(); messages++) {
            assertThat(messages).as("messages without an end").isLessThan(500);
            Optional<QueueMessage> next = world.queue.take();
            if (next.isPresent()) {
                pages += World.calls(world.handle(next.get(), CrashPoint.NONE), "FeedStore.homePage");
            }
            world.clock.advance(next.isPresent() ? Duration.ofSeconds(1) : World.UNTIL_NEXT_LOOK);
        }
        return pages;
    }

    @Test
    void oneWalkIsForAllAuthorsWhomTheReaderHidBefore() {
        List<Follow> others =
                IntStream.range(0, 20).mapToObj(n -> followOther("other-" + n)).toList();
        world.endFollow("a");
        others.forEach(this::endFollow);
        world.clock.advance(World.GRACE);
        assertThat(pagesUntilRest()).isEqualTo(1);
        assertThat(world.home("a")).isEmpty();
        assertThat(world.fakes.readers().unfollows(user("a"))).isEmpty();
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "unfollow"))
                .isEqualTo(21);
    }
}
