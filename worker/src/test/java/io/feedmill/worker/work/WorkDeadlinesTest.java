package io.feedmill.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.work.WorkDeadlines.Work;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkDeadlinesTest {
    private static final Duration TIME = Duration.ofSeconds(60);
    private static final Duration AT_STOP = Duration.ofSeconds(10);
    private static final Duration INSTANT = Duration.ofNanos(1);

    private final SettableClock clock = new SettableClock();
    private final WorkDeadlines deadlines =
            new WorkDeadlines(TIME, AT_STOP, new SuspendSafeClock(clock::nanoTime, clock));

    private static void assertLeft(Deadline deadline, Duration left) {
        assertThat(deadline.hasRoomFor(left)).isTrue();
        assertThat(deadline.hasRoomFor(left.plus(INSTANT))).isFalse();
    }

    @Test
    void workHasItsWholeTime() {
        assertLeft(deadlines.begin().deadline(), TIME);
        assertThat(deadlines.stopping()).isFalse();
    }

    @Test
    void aStopPullsInDeadlinesOfRunningWork() {
        Deadline deadline = deadlines.begin().deadline();
        deadlines.stop();
        assertLeft(deadline, AT_STOP);
        assertThat(deadlines.stopping()).isTrue();
        assertThat(deadlines.isRunning()).isFalse();
    }

    @Test
    void workNearItsDeadlineGetsNoMoreTimeAtAStop() {
        Deadline deadline = deadlines.begin().deadline();
        clock.advance(Duration.ofSeconds(58));
        deadlines.stop();
        assertLeft(deadline, Duration.ofSeconds(2));
    }

    /** A stop may come between a listener's read of the flag and the start of its work. */
    @Test
    void workThatBeginsDuringAStopHasTheShortDeadline() {
        deadlines.stop();
        assertLeft(deadlines.begin().deadline(), AT_STOP);
    }

    @Test
    void workHasItsWholeTimeAgainAfterANewStart() {
        deadlines.stop();
        deadlines.start();
        assertThat(deadlines.stopping()).isFalse();
        assertThat(deadlines.isRunning()).isTrue();
        assertLeft(deadlines.begin().deadline(), TIME);
    }

    @Test
    void endedWorkIsRemoved() {
        Work work = deadlines.begin();
        work.close();
        deadlines.stop();
        assertLeft(work.deadline(), TIME);
    }
}
