package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.awspring.cloud.sqs.listener.interceptor.MessageInterceptor;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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

/** The real container with a stub of SQS: its polls and its liveness. */
class QueueContainersTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofMinutes(3);

    private static final ListenerSettings LISTENERS = new ListenerSettings(
            1,
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ZERO,
            Duration.ofMillis(1));

    private final SettableClock clock = new SettableClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final QueueMetrics metrics = new QueueMetrics(meters);
    private final Breakers breakers = new Breakers(
            new BreakerSettings(1, 1, Duration.ofMillis(500), OPEN), meters, new ClockOffset(clock, meters), clock);
    private final Pollers pollers = new Pollers(
            new WorkDeadlines(
                    Duration.ofSeconds(60), Duration.ofSeconds(10), new SuspendSafeClock(clock::nanoTime, clock)),
            metrics,
            clock);
    private final Sqs sqs = new Sqs();

    /** The container has one permit: no poll follows a lost permit. */
    private final SqsMessageListenerContainer<String> container = new QueueContainers(
                    sqs, new QueueSettings("t-", false), LISTENERS, pollers, breakers)
            .create(Queue.PUBLISH, message -> {}, new MessageInterceptor<>() {});

    /** Answers polls as a test configures it. */
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

    /** Waits for the polls. Ignores uncaught exceptions, because an answer may end the polling thread. */
    private void awaitPolls(int atLeast) {
        await().dontCatchUncaughtExceptions().atMost(BOUND).until(() -> sqs.polls.get() >= atLeast);
    }

    /** Returns the liveness while the other queues answer. */
    private Status status() {
        pollers.poller(Queue.DELIVER).answered();
        pollers.poller(Queue.VIEWS).answered();
        pollers.poller(Queue.UPKEEP).answered();
        return pollers.health().getStatus();
    }

    @Test
    void aPollThatIsOpenForTooLongFailsLivenessUntilItEnds() {
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

    @Test
    void anEmptyPollSaysThatNoMessageWaits() {
        sqs.answer = () -> CompletableFuture.completedFuture(
                ReceiveMessageResponse.builder().build());
        assertThat(pollers.poller(Queue.PUBLISH).maxWait()).isEmpty();
        container.start();
        await().dontCatchUncaughtExceptions()
                .atMost(BOUND)
                .until(() -> pollers.poller(Queue.PUBLISH).maxWait(), Optional.of(Duration.ZERO)::equals);
    }

    /** The container survives exceptions only. */
    @Test
    void aDeadPollingThreadFailsLiveness() {
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

    /** The container would lose its permit if the client threw the exception instead of returning it. */
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
    void doesNotPollUntilTheBreakerAllowsAProbe() {
        breakers.of(Dependency.STORE).failed(new StorageException(Kind.TRANSIENT, "no answer"), Duration.ZERO);
        container.start();
        await().atMost(BOUND).until(() -> pollers.poller(Queue.PUBLISH).isPaused());
        assertThat(sqs.polls).hasValue(0);
        clock.advance(OPEN.plusMillis(1));
        awaitPolls(1);
    }
}
