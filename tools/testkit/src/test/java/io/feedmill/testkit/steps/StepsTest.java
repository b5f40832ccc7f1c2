package io.feedmill.testkit.steps;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static final Follow BOB = new Follow(user("bob"), user("ann"));
    private static final Follow CID = new Follow(user("cid"), user("ann"));

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = MemoryStores.ofSteps(clock);
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final Steps steps = new Steps();
    private final FollowStore follows = stores.stores(steps).follows();

    private void followTwice() {
        follows.follow(BOB);
        follows.follow(CID);
    }

    private List<String> followers() {
        return stores.follows().followersAfter(user("ann"), null, 10).stream()
                .map(UserId::value)
                .toList();
    }

    @Test
    void everyCallOfTheHandlerIsAStep() {
        Run run = steps.run(CrashPoint.NONE, this::followTwice);
        assertThat(run.crashed()).isFalse();
        assertThat(run.steps())
                .map(step -> step.replaceFirst("\\[.*", ""))
                .containsExactly(
                        "FollowStore.follow: BatchGetItem follows",
                        "FollowStore.follow: Query follows",
                        "FollowStore.follow: TransactWriteItems readers",
                        "FollowStore.follow: BatchGetItem follows",
                        "FollowStore.follow: Query follows",
                        "FollowStore.follow: TransactWriteItems readers");
    }

    @Test
    void aCrashBeforeAStepPreventsIt() {
        assertThat(steps.run(CrashPoint.before(6), this::followTwice).crashed()).isTrue();
        assertThat(followers()).containsExactly("bob");
    }

    @Test
    void aCrashAfterAStepKeepsItsEffect() {
        assertThat(steps.run(CrashPoint.after(6), this::followTwice).crashed()).isTrue();
        assertThat(followers()).containsExactly("bob", "cid");
    }

    @Test
    void crashedHandlersTakeNoStepInFinallyBlocks() {
        Run run = steps.run(CrashPoint.before(1), () -> {
            try {
                follows.follow(BOB);
            } finally {
                follows.follow(CID);
            }
        });
        assertThat(run.crashed()).isTrue();
        assertThat(followers()).isEmpty();
    }

    @Test
    void aHandlerCrashesAtEachPointAndRunsOnceWithoutACrash() {
        List<CrashPoint> points = new ArrayList<>();
        CrashPoint.each(point -> {
            points.add(point);
            return steps.run(point, () -> follows.follows(BOB));
        });
        assertThat(points)
                .containsExactly(CrashPoint.NONE, CrashPoint.before(1), CrashPoint.after(1), CrashPoint.before(2));
    }

    @Test
    void aHookRunsJustBeforeTheNamedCall() {
        List<String> seen = new ArrayList<>();
        Hook hook = steps.before("FollowStore.follow", 4, () -> seen.addAll(followers()));
        followTwice();
        assertThat(hook.fired()).isTrue();
        assertThat(seen).containsExactly("bob");
    }

    @Test
    void callsOfAHookAreNoStepsOfTheHandler() {
        steps.before("follow", 1, () -> follows.unfollow(BOB));
        Run run = steps.run(CrashPoint.before(7), this::followTwice);
        assertThat(run.crashed()).isFalse();
        assertThat(run.steps()).hasSize(6);
    }

    @Test
    void aHookOnAnUnwatchedCallIsRefused() {
        assertThatThrownBy(() -> steps.before("folow", 1, () -> {})).hasMessageContaining("folow");
    }

    @Test
    void aSendIsOneStep() {
        QueueSender sender = steps.watch(QueueSender.class, queue);
        PostId post = PostId.create(1, new Random(1));
        Run run = steps.run(CrashPoint.after(1), () -> sender.send(Plan.of(JobId.of(post), user("ann"))));
        assertThat(run.crashed()).isTrue();
        assertThat(queue.take()).contains(Plan.of(JobId.of(post), user("ann")));
        assertThat(run.steps()).hasSize(1);
    }

    @Test
    void aHandlerMayDieBetweenTwoRowsOfHomeFeeds() {
        FeedStore feeds = stores.stores(steps).feeds();
        FeedItem item = FeedItem.of(Posts.of(PostId.create(1, new Random(1)), user("ann"), "hi"), Via.FOLLOW);
        WriteOptions options = WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60), SuspendSafeClock.system()));
        Run run = steps.run(CrashPoint.before(3), () -> feeds.putHome(item, users("a", "b", "c"), options));
        assertThat(run.crashed()).isTrue();
        assertThat(stores.home(user("b"))).containsExactly(item);
        assertThat(stores.home(user("c"))).isEmpty();
    }

    @Test
    void anIncompleteBatchCountsTheWrittenPrefix() {
        FeedStore feeds = stores.stores(steps).feeds();
        FeedItem item = FeedItem.of(Posts.of(PostId.create(1, new Random(1)), user("ann"), "hi"), Via.FOLLOW);
        stores.throttleAfter(3);
        BatchResult result = feeds.putHome(
                item,
                users("a", "b", "c", "d", "e"),
                WriteOptions.bulk(Deadline.in(Duration.ofSeconds(9), SuspendSafeClock.system())));
        assertThat(result).isEqualTo(new BatchResult(3, false, List.of(), false, true));
    }
}
