package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.sqs.listener.Visibility;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.metrics.QueueMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class VisibilityHeartbeatTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final SettableClock clock = new SettableClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VisibilityHeartbeat heartbeat =
            new VisibilityHeartbeat(listeners(60), new QueueMetrics(meters), clock);

    private static ListenerSettings listeners(int deadlineSeconds) {
        Duration deadline = Duration.ofSeconds(deadlineSeconds);
        return new ListenerSettings(1, deadline, deadline, Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1));
    }

    /** The extensions: the time of each in seconds since the start, and its length in seconds. */
    private final List<List<Long>> extensions = new ArrayList<>();

    private long seconds() {
        return Duration.ofNanos(clock.nanoTime()).toSeconds();
    }

    private CompletableFuture<Void> extend(int visibility) {
        extensions.add(List.of(seconds(), (long) visibility));
        return CompletableFuture.completedFuture(null);
    }

    /** Ticks once a second. */
    private void beat(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(Duration.ofSeconds(1));
            heartbeat.tick();
        }
    }

    private double extended() {
        return meters.get("feedmill.queue.extended")
                .tag("queue", "deliver")
                .counter()
                .count();
    }

    private void during(Visibility visibility, Runnable work) {
        during(Queue.DELIVER, visibility, work);
    }

    private void during(Queue queue, Visibility visibility, Runnable work) {
        heartbeat.begin(queue, visibility, TIMEOUT);
        try {
            work.run();
        } finally {
            heartbeat.end(visibility);
        }
    }

    @Test
    void aMessageStaysInvisibleForAsLongAsItsWorkMayLast() {
        during(this::extend, () -> beat(100));
        assertThat(extensions)
                .containsExactly(
                        List.of(10L, 30L),
                        List.of(20L, 30L),
                        List.of(30L, 30L),
                        List.of(40L, 30L),
                        List.of(50L, 30L),
                        List.of(60L, 30L));
        assertThat(extended()).isEqualTo(6);
    }

    /**
     * What {@link HandlerLife} says is derived from this: a handler of requeued work dies after its last extension, its message is received again, and
     * that handler has it looked at once more, a handler's life later.
     */
    @ParameterizedTest
    @ValueSource(ints = {3, 30, 90, 120, 300, 43_200})
    void noHandlerWritesAfterTheTimeThatIsDerivedFromTheLastExtension(int seconds) {
        Duration timeout = Duration.ofSeconds(seconds);
        for (int phase = 0; phase < 1_000; phase += 333) {
            Duration receivedAgain =
                    lastExtension(timeout, Duration.ofMillis(phase)).plus(timeout);
            assertThat(receivedAgain)
                    .isLessThanOrEqualTo(HandlerLife.LONGEST.untilReceivedAgain(timeout))
                    .isGreaterThan(HandlerLife.LONGEST
                            .untilReceivedAgain(timeout)
                            .minus(timeout.dividedBy(3))
                            .minusSeconds(1));
            assertThat(receivedAgain
                            .plus(HandlerLife.MAX_REQUEUE)
                            .plus(HandlerLife.LONGEST.max().multipliedBy(4)))
                    .isLessThanOrEqualTo(HandlerLife.LONGEST.untilLastWrite(timeout, Duration.ZERO));
        }
        assertThat(HandlerLife.LAST_WRITE).isEqualTo(Duration.ofSeconds(715));
    }

    /** Returns when a message of the longest deadline is extended last, from its receipt; zero: never. */
    private Duration lastExtension(Duration timeout, Duration phase) {
        VisibilityHeartbeat beats =
                new VisibilityHeartbeat(listeners(HandlerLife.MAX_DEADLINE_SECONDS), new QueueMetrics(meters), clock);
        long received = clock.nanoTime();
        AtomicLong last = new AtomicLong(received);
        beats.begin(
                Queue.DELIVER,
                visibility -> {
                    last.set(clock.nanoTime());
                    return CompletableFuture.completedFuture(null);
                },
                timeout);
        clock.advance(phase);
        for (int tick = 0; tick < 100; tick++) {
            beats.tick();
            clock.advance(Duration.ofSeconds(1));
        }
        return Duration.ofNanos(last.get() - received);
    }

    @Test
    void shortWorkIsNotExtended() {
        during(this::extend, () -> beat(9));
        beat(100);
        assertThat(extensions).isEmpty();
    }

    @Test
    void eachMessageHasItsOwnBeat() {
        List<String> beats = new ArrayList<>();
        Function<String, Visibility> named = name -> seconds -> {
            beats.add(name + " at " + seconds());
            return CompletableFuture.completedFuture(null);
        };
        during(named.apply("first"), () -> {
            beat(5);
            during(named.apply("second"), () -> beat(12));
        });
        assertThat(beats).containsExactly("first at 10", "second at 15");
    }

    /** The extension is retried at its next turn; the work continues. */
    @Test
    void aFailureIsLoggedOnceAndTheWorkContinues(CapturedOutput output) {
        Visibility failing = seconds -> CompletableFuture.failedFuture(new IllegalStateException("no queue"));
        Visibility closed = seconds -> {
            throw new IllegalStateException("closed");
        };
        during(failing, () -> beat(40));
        during(closed, () -> beat(40));
        assertThat(extended()).isZero();
        assertThat(output.getOut()
                        .lines()
                        .filter(line -> line.contains("Cannot extend visibility timeout")
                                && line.contains("queue=\"deliver\"")))
                .hasSize(1);
    }

    @Test
    void aFailureInOneQueueIsNotOverWhenAnotherQueueWorks(CapturedOutput output) {
        Visibility failing = seconds -> CompletableFuture.failedFuture(new IllegalStateException("no queue"));
        during(Queue.PUBLISH, failing, () -> during(this::extend, () -> beat(40)));
        assertThat(extended()).isEqualTo(4);
        assertThat(output.getOut().lines().filter(line -> line.contains("Cannot extend")))
                .singleElement()
                .asString()
                .contains("queue=\"publish\"");
    }

    /** The message is deleted then, and SQS refuses to extend it. */
    @Test
    void aFailureAfterTheWorkIsNotLogged(CapturedOutput output) {
        CompletableFuture<Void> late = new CompletableFuture<>();
        during(seconds -> late, () -> beat(10));
        late.completeExceptionally(new IllegalStateException("not in flight"));
        assertThat(output.getOut()).doesNotContain("Cannot extend");
    }

    @Test
    void failedWorkIsRemoved() {
        try {
            during(this::extend, () -> {
                throw new IllegalStateException("failed");
            });
        } catch (IllegalStateException e) {
            beat(100);
        }
        assertThat(extensions).isEmpty();
    }
}
