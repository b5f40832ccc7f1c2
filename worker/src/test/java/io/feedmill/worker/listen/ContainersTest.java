package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSettings;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.health.BreakerSettings;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Dependency;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import io.feedmill.worker.view.ViewSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;

/** The real container over a queue of the test's own: how it polls, and when it is missed. */
class ContainersTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofMinutes(3);

    private static final ListenerSettings LISTENERS =
            new ListenerSettings(1, Duration.ofSeconds(60), Duration.ofSeconds(1), Duration.ofMillis(1));
    private static final ViewSettings VIEWS = new ViewSettings(1, 1, Duration.ZERO, 1, Duration.ofSeconds(30));

    private final SettableClock clock = new SettableClock();
    private final WorkerMetrics metrics = new WorkerMetrics(new SimpleMeterRegistry());
    private final Breakers breakers = new Breakers(new BreakerSettings(100, 1, 1, OPEN), metrics, clock);
    private final Pollers pollers = new Pollers(metrics, clock::nanoTime);
    private final PollersHealthIndicator health = new PollersHealthIndicator(
            pollers,
            new WorkDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(10), clock::nanoTime),
            new WatchSettings(SILENCE, Duration.ofSeconds(15)));
    private final Sqs sqs = new Sqs();

    /** Of one message at a time: a permit that is lost is the last one. */
    private final SqsMessageListenerContainer<String> container = new Containers(
                    sqs,
                    new QueueSettings("t-", false),
                    LISTENERS,
                    new Intakes(LISTENERS, VIEWS, (queue, message) -> {}, (queue, messages) -> {}),
                    pollers,
                    breakers)
            .of(Queue.PUBLISH);

    /** Answers polls as it is told. */
    private static final class Sqs implements SqsAsyncClient {
        private final AtomicInteger polls = new AtomicInteger();
        private volatile Supplier<CompletableFuture<ReceiveMessageResponse>> answer = CompletableFuture::new;

        @Override
        public CompletableFuture<GetQueueUrlResponse> getQueueUrl(GetQueueUrlRequest request) {
            return CompletableFuture.completedFuture(
                    GetQueueUrlResponse.builder().queueUrl(request.queueName()).build());
        }

        @Override
        public CompletableFuture<GetQueueAttributesResponse> getQueueAttributes(GetQueueAttributesRequest request) {
            return CompletableFuture.completedFuture(GetQueueAttributesResponse.builder()
                    .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "30"))
                    .build());
        }

        @Override
        public CompletableFuture<ReceiveMessageResponse> receiveMessage(ReceiveMessageRequest request) {
            polls.incrementAndGet();
            return answer.get();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void stop() {
        container.stop();
    }

    /** A thread may die of what it is answered. */
    private void awaitPolls(int atLeast) {
        await().dontCatchUncaughtExceptions().atMost(PATIENCE).until(() -> sqs.polls.get() >= atLeast);
    }

    /** Of the queues that are not under test. */
    private Status status() {
        pollers.of(Queue.DELIVER).answered();
        pollers.of(Queue.VIEWS).answered();
        return health.health().getStatus();
    }

    @Test
    void aPollThatIsOpenForTooLongIsMissedUntilItEnds() {
        CompletableFuture<ReceiveMessageResponse> first = new CompletableFuture<>();
        sqs.answer = () -> sqs.polls.get() == 1 ? first : new CompletableFuture<>();
        container.start();
        awaitPolls(1);
        clock.advance(SILENCE.plusNanos(1));
        assertThat(status()).isEqualTo(Status.DOWN);
        first.complete(ReceiveMessageResponse.builder().build());
        awaitPolls(2);
        assertThat(status()).isEqualTo(Status.UP);
    }

    /** The container survives exceptions only. */
    @Test
    void aThreadThatDiesIsMissed() {
        sqs.answer = () -> {
            if (sqs.polls.get() == 1) {
                throw new AssertionError("what the container does not catch");
            }
            return CompletableFuture.completedFuture(
                    ReceiveMessageResponse.builder().build());
        };
        container.start();
        awaitPolls(1);
        assertThat(status()).isEqualTo(Status.UP);
        clock.advance(SILENCE.plusNanos(1));
        assertThat(status()).isEqualTo(Status.DOWN);
    }

    /** What the client throws rather than to return it costs the container its permit. */
    @Test
    void aPollThatThrowsIsFollowedByAnother() {
        sqs.answer = () -> {
            throw new IllegalStateException("connection pool shut down");
        };
        container.start();
        awaitPolls(2);
        assertThat(status()).isEqualTo(Status.UP);
    }

    @Test
    void nothingIsPolledUntilTheBreakerLetsAProbeThrough() {
        breakers.failed(Dependency.STORE, new IllegalStateException("no answer"));
        container.start();
        await().atMost(PATIENCE).until(() -> pollers.of(Queue.PUBLISH).isPaused());
        assertThat(sqs.polls).hasValue(0);
        clock.advance(OPEN.plusMillis(1));
        awaitPolls(1);
    }
}
