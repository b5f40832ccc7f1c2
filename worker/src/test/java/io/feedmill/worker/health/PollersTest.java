package io.feedmill.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class PollersTest {
    private static final Duration SILENCE = Duration.ofMinutes(3);

    private final SettableClock clock = new SettableClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final WorkDeadlines deadlines = new WorkDeadlines(
            Duration.ofSeconds(60), Duration.ofSeconds(10), new SuspendSafeClock(clock::nanoTime, clock));
    private final Pollers pollers = new Pollers(deadlines, new QueueMetrics(meters), clock);

    private Status statusAfter(Duration time) {
        clock.advance(time);
        return pollers.health().getStatus();
    }

    private void allAnswered() {
        forEach(Poller::answered);
    }

    private void forEach(Consumer<Poller> sign) {
        for (Queue queue : Queue.values()) {
            sign.accept(pollers.poller(queue));
        }
    }

    @Test
    void aPollerHasTimeToBegin() {
        assertThat(statusAfter(SILENCE)).isEqualTo(Status.UP);
        assertThat(statusAfter(Duration.ofNanos(1))).isEqualTo(Status.DOWN);
    }

    @Test
    void oneSilentPollerFailsLiveness() {
        allAnswered();
        clock.advance(SILENCE);
        pollers.poller(Queue.PUBLISH).answered();
        assertThat(statusAfter(Duration.ofSeconds(1))).isEqualTo(Status.DOWN);
        assertThat(pollers.health().getDetails())
                .containsEntry("publish", "1 s ago")
                .containsEntry("deliver", "181 s ago");
    }

    /** A restart would not help: the pollers continue, and the queue does not answer. */
    @Test
    void failedPollsAreSignsOfLife() {
        clock.advance(SILENCE);
        forEach(poller -> poller.failed(new IllegalStateException("no queue")));
        assertThat(statusAfter(SILENCE)).isEqualTo(Status.UP);
        assertThat(lastPoll("publish")).isEqualTo(360);
    }

    @Test
    void pollersThatWaitForABreakerAreAlive() {
        clock.advance(SILENCE);
        forEach(poller -> poller.paused(true));
        assertThat(statusAfter(SILENCE)).isEqualTo(Status.UP);
    }

    /** A request for permits is no sign of life: they may be lost. */
    @Test
    void aPollerThatOnlyAsksForPermitsIsNotAlive() {
        clock.advance(SILENCE);
        forEach(poller -> poller.paused(false));
        assertThat(statusAfter(Duration.ofNanos(1))).isEqualTo(Status.DOWN);
    }

    @Test
    void silentPollersDoNotFailLivenessDuringAStop() {
        deadlines.stop();
        assertThat(statusAfter(SILENCE.multipliedBy(2))).isEqualTo(Status.UP);
    }

    @Test
    void theLastPollIsAGauge() {
        allAnswered();
        clock.advance(Duration.ofSeconds(7));
        assertThat(lastPoll("deliver")).isEqualTo(7);
    }

    private double lastPoll(String queue) {
        return meters.get("feedmill.poller.last.poll")
                .tag("queue", queue)
                .timeGauge()
                .value(TimeUnit.SECONDS);
    }
}
