package io.feedmill.worker.relay;

import static io.feedmill.common.queue.Queue.PUBLISH;
import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.Stores;
import io.feedmill.worker.relay.Relay.Relayed;
import io.feedmill.worker.relay.WorkType.WorkState;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RelayTest extends RelayFixture {
    private final Follow follow = new Follow(user("bob"), user("ann"));

    private final FollowChange followed =
            ((FollowResult.Followed) stores.follows().follow(follow)).change();

    private OutboxRow row() {
        return rows().getFirst();
    }

    private List<OutboxRow> rows() {
        return rows(work -> work.id().equals(post.value()));
    }

    private List<OutboxRow> rows(Predicate<OpenWork> which) {
        return Stores.openRows(stores, which);
    }

    private OutboxRow row(FollowChange change) {
        return rows(change.work()::equals).getFirst();
    }

    private Relayed open(JobState state) {
        assertThat(job().state()).isEqualTo(state);
        return new Relayed.Waiting(new WorkState.Open(jobWork.policy(state), job().progressAt()));
    }

    private void assertResent(int times) {
        assertThat(queue.sent()).hasSize(times);
        assertThat(queue.sent()).allSatisfy(sent -> {
            assertThat(sent.message()).isEqualTo(Plan.of(JobId.of(post), user("ann")));
            assertThat(sent.delay()).isZero();
        });
    }

    @Test
    void waitsForAJobThatWasJustAcceptedThenSendsItsPlanAgain() {
        clock.advance(PATIENCE);
        assertThat(relay.relay(row(), null)).isEqualTo(open(JobState.ACCEPTED));
        assertResent(0);
        clock.advance(INSTANT);
        assertThat(relay.relay(row(), null)).isEqualTo(new Relayed.Resent());
        assertResent(1);
        assertThat(row().resends()).isEqualTo(1);
    }

    @Test
    void waitsLongerForAJobThatHasBegunAndNeverResetsIt() {
        clock.advance(PATIENCE);
        plan(JobId.of(post));
        Job before = job();
        clock.advance(STALLED);
        assertThat(relay.relay(row(), null)).isEqualTo(open(JobState.PLANNING));
        clock.advance(INSTANT);
        assertThat(relay.relay(row(), null)).isEqualTo(new Relayed.Resent());
        assertResent(1);
        assertThat(job()).isEqualTo(before);
    }

    @Test
    void ignoresAJobWhoseSlicesAreRequeued() {
        plan(JobId.of(post));
        clock.advance(STALLED);
        stores.jobs().touch(JobId.of(post));
        clock.advance(STALLED);
        assertThat(relay.relay(row(), null)).isEqualTo(open(JobState.PLANNING));
        clock.advance(INSTANT);
        assertThat(relay.relay(row(), null)).isEqualTo(new Relayed.Resent());
    }

    /** 10, 20, 40… s, and 10 min at most. */
    @Test
    void waitsTwiceAsLongAfterEachResend() {
        clock.advance(PATIENCE.plus(INSTANT));
        Duration wait = PATIENCE;
        for (int resends = 1; resends <= 10; resends++) {
            assertThat(relay.relay(row(), null)).isInstanceOf(Relayed.Resent.class);
            assertThat(row().due()).isEqualTo(clock.instant().plus(wait));
            clock.advance(wait);
            assertThat(relay.relay(row(), null)).isInstanceOf(Relayed.Waiting.class);
            assertResent(resends);
            clock.advance(INSTANT);
            wait = wait.multipliedBy(2).compareTo(MAX) < 0 ? wait.multipliedBy(2) : MAX;
        }
    }

    @Test
    void leavesARowToTheWorkerThatClaimedIt() {
        clock.advance(PATIENCE.plus(INSTANT));
        OutboxRow seenByBoth = row();
        assertThat(relay.relay(seenByBoth, null)).isInstanceOf(Relayed.Resent.class);
        assertThat(relay.relay(seenByBoth, null)).isInstanceOf(Relayed.Waiting.class);
        assertResent(1);
    }

    /** The claim is stored; the next sweep after the back-off sends. */
    @Test
    void aFailedSendIsRepeatedLater() {
        clock.advance(PATIENCE.plus(INSTANT));
        queue.failWith(new StorageException(Kind.TRANSIENT, "no queue"));
        assertThatThrownBy(() -> relay.relay(row(), null)).isInstanceOf(StorageException.class);
        queue.recover();
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(relay.relay(row(), null)).isInstanceOf(Relayed.Resent.class);
        assertResent(1);
    }

    @Test
    void closesADrainedJobAtOnce() {
        drain(JobId.of(post));
        assertThat(relay.relay(row(), null)).isEqualTo(new Relayed.Ended());
        assertThat(job().state()).isEqualTo(JobState.COMPLETE);
        assertThat(rows()).isEmpty();
        assertResent(0);
    }

    @Test
    void removesTheOutboxRowOfACompleteJob() {
        drain(JobId.of(post));
        OutboxRow seenBefore = row();
        stores.jobs().close(job());
        assertThat(relay.relay(seenBefore, null)).isEqualTo(new Relayed.Ended());
        assertThat(rows()).isEmpty();
    }

    /** As after the restore of the table of jobs alone. */
    @Test
    void keepsTheOutboxRowOfAnAbsentJobAsAnOrphan() {
        OutboxRow seenByBoth = row();
        stores.removeJob(JobId.of(post));
        assertThat(relay.relay(seenByBoth, null)).isEqualTo(new Relayed.Orphaned());
        assertThat(relay.relay(seenByBoth, null)).as("another worker").isEqualTo(new Relayed.Ended());
        assertThat(rows()).isEmpty();
        assertThat(stores.orphans()).containsExactly(seenByBoth);
        assertResent(0);
    }

    @Test
    void aLongQueueMakesTheRelayWaitForTwiceItsWait() {
        waits.put(PUBLISH, Duration.ofMinutes(3));
        clock.advance(Duration.ofMinutes(6));
        assertThat(relay.relay(row(), null)).isEqualTo(open(JobState.ACCEPTED));
        clock.advance(INSTANT);
        assertThat(relay.relay(row(), null)).isEqualTo(new Relayed.Resent());
        assertThat(row().due()).isEqualTo(clock.instant().plus(Duration.ofMinutes(6)));
    }

    /** Otherwise a plan that waits for half an hour would be sent three times. */
    @Test
    void theNextResendWaitsForAQueueThatIsLongerThanTheMaximum() {
        plan(JobId.of(post));
        waits.put(PUBLISH, Duration.ofMinutes(30));
        clock.advance(Duration.ofMinutes(60).plus(INSTANT));
        assertThat(relay.relay(row(), null)).isEqualTo(new Relayed.Resent());
        assertThat(row().due()).isEqualTo(clock.instant().plus(Duration.ofMinutes(60)));
    }

    private boolean isResent(FollowChange change) {
        return isResent(row(change));
    }

    private boolean isResent(OutboxRow row) {
        return relay.relay(row, null) instanceof Relayed.Resent;
    }

    @Test
    void aFollowIsDueAfterThePatience() {
        clock.advance(PATIENCE);
        assertThat(isResent(followed)).isFalse();
        clock.advance(INSTANT);
        assertThat(isResent(followed)).isTrue();
        assertThat(queue.sent()).containsExactly(new Sent(Reconcile.of(followed), Duration.ZERO, clock.instant()));
    }

    @Test
    void anUnfollowIsDueAfterItsSecondLook() {
        FollowChange unfollowed = stores.follows().unfollow(follow).orElseThrow();
        clock.advance(UNFOLLOW.plus(PATIENCE));
        assertThat(isResent(unfollowed)).isFalse();
        clock.advance(INSTANT);
        assertThat(isResent(unfollowed)).isTrue();
    }

    @Test
    void resendsBackOff() {
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(isResent(followed)).isTrue();
        clock.advance(PATIENCE);
        assertThat(isResent(followed)).isFalse();
        clock.advance(INSTANT);
        assertThat(isResent(followed)).isTrue();
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(isResent(followed)).isFalse();
        assertThat(row(followed).resends()).isEqualTo(2);
    }

    @Test
    void ofTwoRelaysOneSends() {
        clock.advance(PATIENCE.plus(INSTANT));
        OutboxRow seenByBoth = row(followed);
        assertThat(isResent(seenByBoth)).isTrue();
        assertThat(isResent(seenByBoth)).isFalse();
        assertThat(queue.sent()).hasSize(1);
    }

    @Test
    void anEndedChangeIsNotSent() {
        clock.advance(PATIENCE.plus(INSTANT));
        OutboxRow row = row(followed);
        stores.follows().end(followed);
        assertThat(isResent(row)).isFalse();
        assertThat(rows(followed.work()::equals)).isEmpty();
        assertThat(queue.sent()).isEmpty();
    }
}
