package io.feedmill.worker.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rebuilds of home feeds: the cases W of the model. */
class RebuildHandlerTest {
    private final World world = World.delivered(2, "a", "b");

    private static OpenWork begin(World in, String name) {
        Rebuild rebuild = in.beginRebuild(name);
        in.queue.send(rebuild);
        return rebuild.work();
    }

    private static void empty(World in, String name) {
        List<HomeWrite> deletes =
                in.home(name).stream().<HomeWrite>map(HomeWrite.Delete::new).toList();
        in.fakes
                .feeds()
                .writeHome(
                        user(name),
                        deletes,
                        WriteOptions.bulk(Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system())));
    }

    private static LastRebuild last(World in, String name) {
        return in.fakes.rebuilds().find(user(name)).orElseThrow();
    }

    private static void assertRebuilt(World in, String name) {
        assertThat(last(in, name).completedAt()).isNotNull();
        assertThat(in.fakes.readers().view(user(name)).rebuilding()).isFalse();
        assertThat(in.openPairs()).isEmpty();
    }

    /** User a follows the author and these; each has one post. */
    private List<PostId> follow(int authors) {
        List<PostId> posts = new ArrayList<>(List.of(world.post));
        for (int i = 0; i < authors; i++) {
            String author = "z%03d".formatted(i);
            world.fakes.follows().importAll(List.of(new Follow(user("a"), user(author))));
            posts.add(world.publishBy(author).id());
        }
        return posts;
    }

    @Test
    void anEmptiedHomeFeedIsBackWithOwnPostsAndTheNewestHundredOfEachAuthor() {
        List<PostId> authors = world.deliver(120);
        List<PostId> own =
                List.of(world.publishBy("a").id(), world.publishBy("a").id());
        List<FeedItem> before = world.fakes.home(user("a"));
        empty(world, "a");
        begin(world, "a");
        assertThat(world.fakes.readers().view(user("a")).rebuilding()).isTrue();
        assertThat(world.fakes.readers().view(user("a")).hidden()).isEmpty();
        world.work();
        List<PostId> expected = new ArrayList<>(own.reversed());
        expected.addAll(authors.subList(20, 120).reversed());
        assertThat(world.home("a")).isEqualTo(expected);
        assertThat(before).containsAll(world.fakes.home(user("a")));
        assertRebuilt(world, "a");
        assertThat(last(world, "a").reached().authors()).isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "rebuild"))
                .isEqualTo(1);
    }

    @Test
    void workThatEndsEarlyGoesOnWhereItWas() {
        List<PostId> posts = follow(40);
        world.finish();
        empty(world, "a");
        world.fakes.throttleAfter(30);
        OpenWork work = begin(world, "a");
        world.next();
        assertThat(last(world, "a").reached()).isEqualTo(new Reached(25, user("z023")));
        world.next();
        Reached reached = new Reached(30, user("z028"));
        assertThat(world.lastSent().message())
                .isEqualTo(new Rebuild(work, reached, new SendHistory(1, world.clock.instant(), 0)));
        assertThat(last(world, "a").reached()).isEqualTo(reached);
        world.next();
        assertThat(world.lastSent().message())
                .isEqualTo(new Rebuild(work, reached, new SendHistory(2, world.clock.instant(), 0)));
        world.fakes.throttleAfter(1_000);
        world.workAfter(Duration.ofMinutes(5));
        assertThat(world.home("a")).containsExactlyInAnyOrderElementsOf(posts);
        assertThat(last(world, "a").reached()).isEqualTo(new Reached(41, null));
        assertRebuilt(world, "a");
    }

    /** Case W6: the first handler may have died in the midst of a write, although another one completed the rebuild. */
    @Test
    void aRedeliveredMessageOfACompleteRebuildIsHandled() {
        begin(world, "a");
        Rebuild message = (Rebuild) world.take();
        world.handle(message);
        assertRebuilt(world, "a");
        assertThat(world.redeliver(message).steps()).anyMatch(step -> step.startsWith("FeedStore"));
        assertThat(world.handle(message).steps()).noneMatch(step -> step.startsWith("FeedStore"));
    }
}
