package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Content;
import io.feedmill.testkit.MemoryQueue.Sent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Unfollows, blocks and recalls without the work that belongs to them. */
class LostWorkTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();

    @BeforeEach
    void follow() {
        feedmill.follow("ann", "bob", "cleo");
        feedmill.pass(Duration.ofDays(1));
    }

    private List<Finding> found() {
        return feedmill.findings(FakeFeedmill.all());
    }

    private Snapshot repair() {
        return feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(true, true)));
    }

    private FollowChange lostUnfollow() {
        FollowChange unfollow = feedmill.unfollow("ann", user("bob"));
        assertThat(found()).isEmpty();
        feedmill.fakes.removeOutboxRow(unfollow);
        return unfollow;
    }

    @Test
    void onlyRepairOfMissingItemsPutsItsWorkBack() {
        FollowChange unfollow = lostUnfollow();
        feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(false, true)));
        assertThat(feedmill.fakes.outbox().holds(unfollow.work())).isFalse();
        assertThat(feedmill.queue.sent()).isEmpty();
        assertThat(repair().count(Counter.SENT_PAIRS)).isEqualTo(1);
        assertThat(feedmill.queue.sent()).extracting(Sent::message).containsExactly(Reconcile.of(unfollow));
        assertThat(feedmill.fakes.outbox().holds(unfollow.work())).isTrue();
        assertThat(found()).isEmpty();
        feedmill.end(unfollow);
        assertThat(feedmill.fakes.readers().view(user("bob")).hidden()).isEmpty();
        assertThat(found()).isEmpty();
    }

    @Test
    void ofOneAuthorOnlyTheReadersOfTheAuthorAreChecked() {
        lostUnfollow();
        AuditOptions all = FakeFeedmill.all();
        AuditOptions eve = new AuditOptions(user("eve"), 0, true, all.guarantee(), Repairs.NONE, 20);
        assertThat(feedmill.findings(eve)).isEmpty();
    }

    private void followInSpiteOfABlock() {
        feedmill.fakes.readers().block(user("cleo"), user("ann"));
        feedmill.importFollow("ann", "cleo");
    }

    /** Returns the unfollow of the block. */
    private FollowChange openUnfollow() {
        Follow pair = new Follow(user("cleo"), user("ann"));
        return Objects.requireNonNull(
                feedmill.fakes.readers().unfollows(List.of(pair)).get(pair));
    }

    @Test
    void repairOfExtrasEndsIt() {
        followInSpiteOfABlock();
        feedmill.end(openUnfollow());
        feedmill.pass(Duration.ofHours(1));
        repair();
        assertThat(feedmill.fakes.follows().follows(new Follow(user("cleo"), user("ann"))))
                .isFalse();
        assertThat(feedmill.queue.sent()).extracting(Sent::message).containsExactly(Reconcile.of(openUnfollow()));
        assertThat(found()).isEmpty();
    }

    @Test
    void repairOfExtrasEndsARecall() {
        PostId post = feedmill.post("ann");
        feedmill.fakes.removeJob(feedmill.permit(post, FakeFeedmill.users("bob")));
        feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(true, false)));
        assertThat(feedmill.fakes.recalls().open()).containsExactly(post);
        assertThat(repair().count(Kind.RECALL)).isEqualTo(1);
        assertThat(feedmill.fakes.recalls().open()).isEmpty();
    }

    /** Returns the job of an edit before the last one: no author feed names it. */
    private Job lostEdit() {
        PostId post = feedmill.post("ann");
        JobId edit = feedmill.edit(post, Content.of("one"));
        JobId last = feedmill.edit(post, Content.of("two"));
        feedmill.spread(post, "bob", "cleo");
        feedmill.close(last);
        Job job = feedmill.fakes.jobs().find(edit).orElseThrow();
        feedmill.fakes.outbox().remove(job.work());
        return job;
    }

    @Test
    void anOpenJobOfAnyChangeWithoutItsOutboxRowIsAFindingUntilRepairPutsItBack() {
        Job job = lostEdit();
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.UNSWEPT);
        assertThat(feedmill.findings(FakeFeedmill.author("ann"))).isEmpty();
        feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(false, true)));
        assertThat(feedmill.fakes.outbox().holds(job.work())).isFalse();
        repair();
        assertThat(feedmill.fakes.outbox().holds(job.work())).isTrue();
        assertThat(feedmill.queue.sent()).isEmpty();
        assertThat(found()).isEmpty();
    }

    @Test
    void openPairsAreCountedWithTheOldest() {
        feedmill.beginFollow("ann", "dan");
        feedmill.pass(Duration.ofMinutes(9));
        feedmill.unfollow("ann", user("bob"));
        feedmill.beginFollow("eve", "dan");
        feedmill.pass(Duration.ofMinutes(2));
        Snapshot results = feedmill.audit(FakeFeedmill.all());
        assertThat(results.findings()).isZero();
        assertThat(results.count(Counter.OPEN_PAIRS)).isEqualTo(3);
        assertThat(results.count(Counter.OVERDUE_PAIRS)).isEqualTo(1);
        assertThat(results.oldestPair())
                .isBetween(
                        feedmill.clock.instant().minus(Duration.ofMinutes(11)),
                        feedmill.clock.instant().minus(Duration.ofMinutes(11)).plusMillis(1));
        assertThat(feedmill.audit(FakeFeedmill.author("ann")).count(Counter.OPEN_PAIRS))
                .isEqualTo(2);
    }
}
