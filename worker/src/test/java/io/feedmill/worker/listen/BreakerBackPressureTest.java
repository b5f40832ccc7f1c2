package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.awspring.cloud.sqs.listener.backpressure.BackPressureHandler.ReleaseReason;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.health.Poller;
import io.feedmill.worker.listen.BreakerBackPressure.PollLimits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class BreakerBackPressureTest {
    private static final Duration BOUND = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock();
    private final Poller poller = new Poller("publish", clock::nanoTime);
    private volatile Polling polling = Polling.ALL;
    private final BreakerBackPressure permits = permits(Duration.ZERO);

    private BreakerBackPressure permits(Duration maxWait) {
        return permits(new PollLimits(16, 10, 16, 1, Duration.ZERO), maxWait);
    }

    private BreakerBackPressure permits(PollLimits limits, Duration maxWait) {
        return new BreakerBackPressure(limits, maxWait, () -> polling, poller);
    }

    private int request(BreakerBackPressure from) {
        try {
            return from.requestBatch();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int request() {
        return request(permits);
    }

    /** A poll for ten messages that returns this many. */
    private void poll(int messages) {
        assertThat(request()).isEqualTo(10);
        permits.release(10 - messages, messages == 0 ? ReleaseReason.NONE_FETCHED : ReleaseReason.PARTIAL_FETCH);
    }

    /** Returns after the request has started to wait. */
    private static <T> CompletableFuture<T> waiting(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> result.complete(work.get()));
        await().atMost(BOUND).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return result;
    }

    @Test
    void messagesInProcessAreLimited() {
        poll(10);
        assertThat(request()).isEqualTo(6);
        assertThat(request()).isZero();
        permits.release(1, ReleaseReason.PROCESSED);
        assertThat(request()).isEqualTo(1);
    }

    @Test
    void anEmptyQueueIsPolledOnceAtATime() {
        assertThat(request()).isEqualTo(10);
        assertThat(request()).isZero();
        permits.release(10, ReleaseReason.NONE_FETCHED);
        poll(3);
        assertThat(request()).isEqualTo(10);
        assertThat(request()).isEqualTo(3);
        permits.release(3, ReleaseReason.NONE_FETCHED);
        assertThat(request()).isZero();
    }

    @Test
    void openPollsAreLimited() {
        BreakerBackPressure large = permits(new PollLimits(200, 10, 2, 1, Duration.ZERO), Duration.ZERO);
        assertThat(request(large)).isEqualTo(10);
        large.release(0, ReleaseReason.PARTIAL_FETCH);
        assertThat(request(large)).isEqualTo(10);
        assertThat(request(large)).isEqualTo(10);
        assertThat(request(large)).isZero();
        large.release(9, ReleaseReason.PARTIAL_FETCH);
        assertThat(request(large)).isEqualTo(10);
    }

    @Test
    void aPollThatBringsFewMessagesIsFollowedByAPauseAndOnePoll() {
        Duration pause = Duration.ofMillis(50);
        BreakerBackPressure paced = permits(new PollLimits(200, 10, 2, 5, pause), BOUND);
        assertThat(request(paced)).isEqualTo(10);
        paced.release(5, ReleaseReason.PARTIAL_FETCH);
        assertThat(request(paced)).isEqualTo(10);
        assertThat(request(paced)).isEqualTo(10);
        paced.release(0, ReleaseReason.PARTIAL_FETCH);
        long begin = System.nanoTime();
        paced.release(6, ReleaseReason.PARTIAL_FETCH);
        assertThat(request(paced)).isEqualTo(10);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(pause, BOUND.dividedBy(2));
        CompletableFuture<Integer> second = waiting(() -> request(paced));
        paced.release(0, ReleaseReason.PARTIAL_FETCH);
        assertThat(second).succeedsWithin(BOUND).isEqualTo(10);
    }

    @Test
    void doesNotPollWhileABreakerIsOpen() {
        polling = Polling.NONE;
        assertThat(request()).isZero();
        assertThat(poller.isPaused()).isTrue();
        polling = Polling.ALL;
        assertThat(request()).isEqualTo(10);
        assertThat(poller.isPaused()).isFalse();
    }

    @Test
    void pollsOneMessageAsAProbe() {
        polling = Polling.ONE;
        assertThat(request()).isEqualTo(1);
        permits.release(0, ReleaseReason.PARTIAL_FETCH);
        assertThat(request()).isZero();
        permits.release(1, ReleaseReason.PROCESSED);
        assertThat(request()).isEqualTo(1);
    }

    /** Their own calls decide whether the breaker closes. */
    @Test
    void needsNoProbeWhileMessagesAreInProcess() {
        poll(2);
        polling = Polling.ONE;
        assertThat(request()).isZero();
    }

    @Test
    void aRequestWaitsForAPermit() {
        BreakerBackPressure patient = permits(BOUND);
        assertThat(request(patient)).isEqualTo(10);
        CompletableFuture<Integer> waiting = waiting(() -> request(patient));
        patient.release(7, ReleaseReason.PARTIAL_FETCH);
        assertThat(waiting).succeedsWithin(BOUND).isEqualTo(10);
    }

    /** The container asks again at once and would spin without this wait. */
    @Test
    void aRequestWithoutPermitsHasWaitedForTheMaximum() {
        Duration maxWait = Duration.ofMillis(50);
        BreakerBackPressure patient = permits(maxWait);
        assertThat(request(patient)).isEqualTo(10);
        long begin = System.nanoTime();
        assertThat(request(patient)).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(maxWait);
    }

    @Test
    void drainingWaitsForMessagesInProcessAndGrantsNoPermits(CapturedOutput output) {
        poll(1);
        CompletableFuture<Boolean> drained = waiting(() -> permits.drain(BOUND));
        permits.release(1, ReleaseReason.PROCESSED);
        assertThat(drained).succeedsWithin(BOUND);
        assertThat(output.getOut()).doesNotContain("Container stopped with work left");
        assertThat(request()).isZero();
    }

    @Test
    void drainingReportsThePermitsOfAnOpenPoll(CapturedOutput output) {
        assertThat(request()).isEqualTo(10);
        assertThat(permits.drain(Duration.ZERO)).isTrue();
        assertThat(output.getOut()).contains("permits=\"10\"", "openPolls=\"1\"");
    }

    @Test
    void drainingEndsAtItsTimeoutAndReportsWhatIsLeft(CapturedOutput output) {
        poll(1);
        assertThat(permits.drain(Duration.ZERO)).isTrue();
        assertThat(output.getOut()).contains("Container stopped with work left", "permits=\"1\"", "openPolls=\"0\"");
    }
}
