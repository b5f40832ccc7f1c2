package io.feedmill.common.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ScheduleTest {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    /** Notes its timed waits, which end at once. */
    private final class NotedTime implements ProcessTime {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void sleep(Duration duration) {}

        @Override
        public long park(long nanos) {
            events.add(Duration.ofNanos(nanos).toString());
            return 0;
        }
    }

    private List<String> take(int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(events.take());
        }
        return taken;
    }

    private static Schedule.Task task(Runnable run, Duration delay) {
        return new Schedule.Task("test", run, PAUSE, delay);
    }

    @Test
    void pausesAfterEachRun() throws InterruptedException {
        try (Schedule schedule =
                Schedule.start(task(() -> events.add("run"), Duration.ofSeconds(3)), new NotedTime())) {
            assertThat(take(5)).containsExactly("PT3S", "run", "PT5S", "run", "PT5S");
            schedule.stop();
        }
    }

    @Test
    void runsAtOnceWithoutADelay() throws InterruptedException {
        try (Schedule schedule = Schedule.start(task(() -> events.add("run"), Duration.ZERO), new NotedTime())) {
            assertThat(take(2)).containsExactly("run", "PT5S");
            schedule.stop();
        }
    }

    @Test
    void aFailedRunIsFollowedByTheNext() throws InterruptedException {
        Runnable failing = () -> {
            events.add("run");
            throw new IllegalStateException("planned by the test");
        };
        try (Schedule schedule = Schedule.start(task(failing, Duration.ZERO), new NotedTime())) {
            assertThat(take(3)).containsExactly("run", "PT5S", "run");
            schedule.stop();
        }
    }

    @Test
    void aStopEndsThePause() throws InterruptedException {
        try (Schedule schedule = Schedule.start(task(() -> events.add("run"), Duration.ZERO), ProcessTime.system())) {
            assertThat(take(1)).containsExactly("run");
            schedule.stop();
            assertThat(events).isEmpty();
        }
    }

    @Test
    void aStopWaitsForTheEndOfTheRun() throws InterruptedException {
        SynchronousQueue<String> handover = new SynchronousQueue<>();
        CountDownLatch stopped = new CountDownLatch(1);
        Runnable run = () -> {
            try {
                handover.put("begun");
                handover.put("ending");
                events.add("stopped before the end: " + (stopped.getCount() == 0));
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        };
        try (Schedule schedule = Schedule.start(task(run, Duration.ZERO), ProcessTime.system())) {
            handover.take();
            Thread stop = Thread.startVirtualThread(() -> {
                schedule.stop();
                stopped.countDown();
            });
            handover.take();
            stop.join();
            assertThat(events).containsExactly("stopped before the end: false");
        }
    }

    @Test
    void closeInterruptsTheRun() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Runnable run = () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        };
        Schedule schedule = Schedule.start(task(run, Duration.ZERO), ProcessTime.system());
        begun.await();
        schedule.close();
        schedule.stop();
        assertThat(events).containsExactly("interrupted");
    }

    @Test
    void aTimedWaitEndsByTimeOrWhenTheThreadIsUnparked() throws InterruptedException {
        ProcessTime time = ProcessTime.system();
        assertThat(time.park(1_000)).isLessThanOrEqualTo(1_000);
        Thread waiter = Thread.currentThread();
        Thread.startVirtualThread(() -> LockSupport.unpark(waiter));
        assertThat(time.park(Duration.ofMinutes(10).toNanos())).isPositive();
        waiter.interrupt();
        assertThatThrownBy(() -> time.park(Duration.ofMinutes(10).toNanos())).isInstanceOf(InterruptedException.class);
    }
}
