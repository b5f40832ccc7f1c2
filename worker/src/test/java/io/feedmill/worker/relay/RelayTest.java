package io.feedmill.worker.relay;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.testkit.Stores;
import io.feedmill.worker.relay.Relay.Relayed;
import io.feedmill.worker.relay.WorkType.WorkState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelayTest extends RelayFixture {
    private OutboxRow row() {
        return rows().getFirst();
    }

    private List<OutboxRow> rows() {
        return Stores.openRows(stores, work -> work.id().equals(post.value()));
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
    void leavesARowToTheWorkerThatClaimedIt() {
        clock.advance(PATIENCE.plus(INSTANT));
        OutboxRow seenByBoth = row();
        assertThat(relay.relay(seenByBoth, null)).isInstanceOf(Relayed.Resent.class);
        assertThat(relay.relay(seenByBoth, null)).isInstanceOf(Relayed.Waiting.class);
        assertResent(1);
    }
}
