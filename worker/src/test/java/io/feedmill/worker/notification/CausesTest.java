package io.feedmill.worker.notification;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Mentions by the job of a post, follows and requests by their work; each as it stands when it is handled. */
class CausesTest {
    private final World world = World.delivered(5, "a", "b");

    private Map<String, Long> mentioned(String user, PostId post) {
        return world.notified.actors(user, "mention", post);
    }

    private JobId edit(PostId post, String... mentions) {
        return world.change(post, new Change.Edit(World.mentioning(mentions), Duration.ZERO));
    }

    private void handle(JobId job) {
        world.handle(World.plan(job));
    }

    @Test
    void allWhomAPostMentionsAreNotifiedAndItIsDelivered() {
        PostId post = world.publishMentioning(Mode.PUSH, "a", "zoe");
        world.finish();
        assertThat(mentioned("zoe", post)).isEqualTo(Map.of("ann", post.tick()));
        assertThat(mentioned("a", post)).isEqualTo(Map.of("ann", post.tick()));
        assertThat(world.job(post).counts().delivered()).isEqualTo(2);
        assertThat(world.rows("b", post))
                .singleElement()
                .satisfies(row -> assertThat(row.content()).isEqualTo(Content.of("some version")));
    }

    @Test
    void aJobWithoutMentionsRefreshesNothing() {
        world.publish();
        world.finish();
        assertThat(world.notified.refreshes()).isZero();
    }

    /** Else a crash after the plan would lose them. */
    @Test
    void nothingIsPlannedBeforeTheMentionsAreRefreshed() {
        PostId post = world.publishMentioning(Mode.PUSH, "zoe");
        world.fail("FeedStore.truth", 2, Kind.THROTTLED);
        Run run = world.next();
        assertThat(World.writes(run)).isFalse();
        assertThat(world.job(post).state()).isEqualTo(JobState.ACCEPTED);
        assertThat(mentioned("zoe", post)).isEmpty();
        world.finish();
        assertThat(mentioned("zoe", post)).containsKey("ann");
        assertThat(world.job(post).state()).isEqualTo(JobState.COMPLETE);
    }

    @Test
    void thePostOnReadHasAJobForItsMentionsThatCountsOnce() {
        AuthorCounters before = world.fakes.counters().author(World.AUTHOR);
        PostId post = world.publishMentioning(Mode.ON_READ, "zoe");
        assertThat(world.job(post).state()).isEqualTo(JobState.ACCEPTED);
        world.finish();
        handle(JobId.of(post));
        assertThat(mentioned("zoe", post)).isEqualTo(Map.of("ann", post.tick()));
        assertThat(world.job(post).state()).isEqualTo(JobState.COMPLETE);
        assertThat(world.job(post).counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(world.fakes.counters().author(World.AUTHOR))
                .isEqualTo(new AuthorCounters(before.posts() + 1, before.deliveries()));
        assertThat(world.rows("a", post)).isEmpty();
    }

    @Test
    void anEditOfAPostOnReadNotifiesWhomItMentions() {
        PostId post = world.publishOnRead();
        handle(edit(post, "zoe"));
        assertThat(mentioned("zoe", post)).isEqualTo(Map.of("ann", post.tick()));
        assertThat(world.openJobs()).isEmpty();
        assertThat(world.rows("a", post)).isEmpty();
    }

    @Test
    void anEditOfAnOldPostNotifiesWhomItMentionsAndWritesToNoHomeFeed() {
        world.clock.advance(Duration.ofDays(30));
        JobId job = edit(world.post, "zoe");
        Run run = world.handle(World.plan(job));
        assertThat(mentioned("zoe", world.post)).isEqualTo(Map.of("ann", world.post.tick()));
        assertThat(World.writes(run)).isFalse();
        assertThat(world.job(job).state()).isEqualTo(JobState.COMPLETE);
        assertThat(world.job(job).counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(world.version("a")).isEqualTo(1);
    }

    @Test
    void aSupersededJobNotifiesWhomTheTruthMentionsAndNotItsOwnVersion() {
        JobId first = edit(world.post, "zoe");
        JobId second = edit(world.post, "yan");
        handle(first);
        assertThat(world.job(first).supersededBy()).isEqualTo(second);
        assertThat(mentioned("zoe", world.post)).isEmpty();
        assertThat(mentioned("yan", world.post)).isEqualTo(Map.of("ann", world.post.tick()));
        handle(second);
        assertThat(mentioned("zoe", world.post)).isEmpty();
    }

    /** Its job never comes to the mentions. */
    @Test
    void aJobThatOneWithoutMentionsSupersedesRefreshesItsOwn() {
        JobId job = edit(world.post, "zoe");
        world.change(World.only("a"));
        handle(job);
        assertThat(mentioned("zoe", world.post)).containsKey("ann");
    }

    /** Between the read of the group and that of the truth. */
    @Test
    void whomTheTruthMentionsNoMoreIsNotNotified() {
        JobId job = edit(world.post, "yan", "zoe");
        world.before("FeedStore.truth", 2, () -> edit(world.post, "zoe"));
        handle(job);
        assertThat(mentioned("yan", world.post)).isEmpty();
        assertThat(mentioned("zoe", world.post)).containsKey("ann");
    }

    @Test
    void aRetractedPostMentionsNobody() {
        JobId job = edit(world.post, "zoe");
        world.change(new Change.Retract(false));
        handle(job);
        assertThat(mentioned("zoe", world.post)).isEmpty();
        assertThat(new Truth.Gone().mentions()).isEmpty();
    }

    private Map<String, Long> group(String kind) {
        return world.notified.actors("ann", kind, "");
    }

    private FollowChange request(String user) {
        FollowResult result = world.stores.follows().follow(new Follow(user(user), World.AUTHOR));
        return Objects.requireNonNull(((FollowResult.Requested) result).change());
    }

    private FollowChange accept(String user) {
        FollowResult result = world.stores.follows().accept(new Follow(user(user), World.AUTHOR));
        return ((FollowResult.Followed) result).change();
    }

    @Test
    void aFollowIsNotifiedWithItsTickAndAnUnfollowTakesItOut() {
        FollowChange change = world.beginFollow("zoe");
        world.work();
        assertThat(group("follow")).isEqualTo(Map.of("zoe", change.tick()));
        world.endFollow("zoe");
        world.lookTwice();
        assertThat(group("follow")).isEmpty();
        assertThat(world.openPairs()).isEmpty();
    }

    /** Of the follow that stands, whatever message comes last. */
    @Test
    void aLateFollowHasTheTickOfTheOneThatStands() {
        FollowChange first = world.beginFollow("zoe");
        world.take();
        world.unfollow("zoe");
        FollowChange second = world.beginFollow("zoe");
        world.work();
        world.handle(Reconcile.of(first));
        assertThat(second.tick()).isGreaterThan(first.tick());
        assertThat(group("follow")).isEqualTo(Map.of("zoe", second.tick()));
    }

    @Test
    void anImportNotifiesNobody() {
        FollowChange change = world.beginFollow("zoe");
        world.take();
        world.unfollow("zoe");
        world.fakes.follows().importAll(List.of(new Follow(user("zoe"), World.AUTHOR)));
        world.handle(Reconcile.of(change));
        assertThat(world.fakes.follows().follows(Follow.of(change))).isTrue();
        assertThat(group("follow")).isEmpty();
    }

    @Test
    void aRequestIsNotifiedAndItsAcceptanceIsAFollow() {
        world.fakes.follows().setAsks(World.AUTHOR, true);
        FollowChange request = request("zoe");
        Run run = world.handle(Reconcile.of(request));
        assertThat(group("request")).isEqualTo(Map.of("zoe", request.tick()));
        assertThat(World.calls(run, "FeedStore")).isZero();
        assertThat(world.openPairs()).isEmpty();
        FollowChange follow = accept("zoe");
        world.handle(Reconcile.of(follow));
        assertThat(group("request")).isEmpty();
        assertThat(group("follow")).isEqualTo(Map.of("zoe", follow.tick()));
        world.handle(Reconcile.of(request));
        assertThat(group("request")).isEmpty();
    }

    @Test
    void theSweepSendsTheWorkOfARequestWhoseMessageIsLost() {
        world.fakes.follows().setAsks(World.AUTHOR, true);
        FollowChange request = request("zoe");
        world.sweep();
        assertThat(world.take()).isEqualTo(Reconcile.of(request));
        assertThat(world.openPairs()).containsExactly(request.work());
    }

    @Test
    void aRequestWhoseRefreshFailsStaysOpen() {
        world.fakes.follows().setAsks(World.AUTHOR, true);
        FollowChange request = request("zoe");
        world.fail("FollowStore.requestedAt", 1, Kind.THROTTLED);
        world.handle(Reconcile.of(request));
        assertThat(world.openPairs()).containsExactly(request.work());
        world.workAfter(Duration.ofMinutes(5));
        assertThat(group("request")).containsKey("zoe");
        assertThat(world.openPairs()).isEmpty();
    }

    /** The plan of a job whose post was never changed is all that a repetition does. */
    @Test
    void aRepeatedPlanOfACompleteJobRefreshesNothing() {
        PostId post = world.publishMentioning(Mode.PUSH, "zoe");
        world.finish();
        int refreshes = world.notified.refreshes();
        world.redeliver(Plan.of(JobId.of(post), World.AUTHOR));
        assertThat(world.notified.refreshes()).isEqualTo(refreshes);
    }
}
