package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.sqs.listener.backpressure.BackPressureHandler.ReleaseReason;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.health.Polling;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class PollPermitsTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Executor THREADS = Thread::startVirtualThread;

    private final SettableClock clock = new SettableClock();
    private final Poller poller = new Poller("publish", clock::nanoTime);
    private volatile Polling polling = Polling.ALL;
    private final PollPermits permits = permits(Duration.ZERO);

    private PollPermits permits(Duration patience) {
        return new PollPermits(16, 10, patience, () -> polling, poller);
    }

    private int request(PollPermits from) {
        try {
            return from.requestBatch();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int request() {
        return request(permits);
    }

    /** A poll asks for ten and gets this many. */
    private void poll(int messages) {
        assertThat(request()).isEqualTo(10);
        permits.release(10 - messages, messages == 0 ? ReleaseReason.NONE_FETCHED : ReleaseReason.PARTIAL_FETCH);
    }

    @Test
    void messagesUnderWayAreBounded() {
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
    void nothingIsPolledWhileABreakerIsOpen() {
        polling = Polling.NONE;
        assertThat(request()).isZero();
        assertThat(poller.isPaused()).isTrue();
        polling = Polling.ALL;
        assertThat(request()).isEqualTo(10);
        assertThat(poller.isPaused()).isFalse();
    }

    @Test
    void oneMessageIsAProbe() {
        polling = Polling.ONE;
        assertThat(request()).isEqualTo(1);
        permits.release(0, ReleaseReason.PARTIAL_FETCH);
        assertThat(request()).isZero();
        permits.release(1, ReleaseReason.PROCESSED);
        assertThat(request()).isEqualTo(1);
    }

    /** They make calls themselves, which decide. */
    @Test
    void noProbeIsNeededWhileMessagesAreUnderWay() {
        poll(2);
        polling = Polling.ONE;
        assertThat(request()).isZero();
    }

    @Test
    void aRequestWaitsForAPermit() {
        PollPermits patient = permits(BOUND);
        assertThat(request(patient)).isEqualTo(10);
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> request(patient), THREADS);
        patient.release(7, ReleaseReason.PARTIAL_FETCH);
        assertThat(waiting).succeedsWithin(BOUND).isEqualTo(10);
    }

    @Test
    void drainingWaitsForTheMessagesUnderWayAndGivesNothingOut(CapturedOutput output) {
        poll(1);
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> permits.drain(BOUND), THREADS);
        permits.release(1, ReleaseReason.PROCESSED);
        assertThat(drained).succeedsWithin(BOUND);
        assertThat(output.getOut()).doesNotContain("Stopped before");
        assertThat(request()).isZero();
    }

    @Test
    void drainingEndsWithItsTimeAndSaysWhatIsLeft(CapturedOutput output) {
        poll(1);
        assertThat(permits.drain(Duration.ZERO)).isTrue();
        assertThat(output.getOut()).contains("Stopped before everything ended", "left=\"1\"");
    }
}
