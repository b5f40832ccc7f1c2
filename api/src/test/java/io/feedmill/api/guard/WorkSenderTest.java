package io.feedmill.api.guard;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.testkit.BoundSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

class WorkSenderTest {
    private static final ContextKey<String> CALL = ContextKey.named("call");

    private final SlowQueue queue = new SlowQueue();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WorkSender sender = new WorkSender(queue, new ApiMetrics(registry), 2);

    /** Keeps each send until it is opened. */
    private static final class SlowQueue implements QueueSender {
        private final CountDownLatch open = new CountDownLatch(1);
        private final List<Thread> senders = new CopyOnWriteArrayList<>();
        private final List<QueueMessage> sent = new CopyOnWriteArrayList<>();
        private final List<String> calls = new CopyOnWriteArrayList<>();
        private volatile @Nullable RuntimeException failure;

        @Override
        public void send(QueueMessage message, Duration delay) {
            senders.add(Thread.currentThread());
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (failure != null) {
                throw failure;
            }
            calls.add(String.valueOf(Context.current().get(CALL)));
            sent.add(message);
        }

        @Override
        public void sendAgain(Queue to, String body, Instant firstSentAt, Duration delay) {
            throw new UnsupportedOperationException();
        }
    }

    private static Plan plan(long tick) {
        return Plan.of(JobId.create(tick, new Random(tick)), user("ann"));
    }

    /** The guards of an API, with this queue. */
    private AnnotationConfigApplicationContext api() {
        AnnotationConfigApplicationContext api = new AnnotationConfigApplicationContext();
        api.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
        api.registerBean(QueueSender.class, () -> queue);
        api.registerBean(SimpleMeterRegistry.class, () -> registry);
        api.registerBean(Clock.class, Clock::systemUTC);
        api.registerBean(ProcessTime.class, ProcessTime::system);
        api.registerBean(
                TableSettings.class, () -> BoundSettings.bind("feedmill.tables", TableSettings.class, Map.of()));
        api.registerBean(
                BreakerSettings.class, () -> BoundSettings.bind("feedmill.breaker", BreakerSettings.class, Map.of()));
        api.register(ApiMetrics.class, GuardConfiguration.class);
        api.refresh();
        return api;
    }

    @Test
    void theCallGoesOnBeforeTheSend() {
        sender.send(plan(1));
        assertThat(queue.sent).isEmpty();
        queue.open.countDown();
        sender.join();
        assertThat(queue.sent).containsExactly(plan(1));
    }

    @Test
    void aCallBeyondThePermitsSendsItself() throws InterruptedException {
        sender.send(plan(1));
        sender.send(plan(2));
        Thread call = Thread.startVirtualThread(() -> sender.send(plan(3)));
        await().until(() -> queue.senders.size() == 3);
        assertThat(queue.senders).contains(call);
        queue.open.countDown();
        call.join();
        sender.join();
        assertThat(queue.sent).containsExactlyInAnyOrder(plan(1), plan(2), plan(3));
    }

    @Test
    void aStopWaitsForTheSendsInProgress() throws InterruptedException {
        AnnotationConfigApplicationContext api = api();
        api.getBean(WorkSender.class).send(plan(1));
        Thread stop = Thread.startVirtualThread(api::close);
        await().until(() -> stop.getState() == Thread.State.WAITING);
        assertThat(queue.sent).isEmpty();
        queue.open.countDown();
        stop.join();
        assertThat(queue.sent).containsExactly(plan(1));
    }

    @Test
    void aFailureIsCountedAndKeepsNoPermit() {
        queue.open.countDown();
        queue.failure = new IllegalStateException("no queue");
        for (int tick = 1; tick <= 5; tick++) {
            sender.send(plan(tick));
            sender.join();
        }
        assertThat(registry.counter(Event.PLANS_UNSENT.metric()).count()).isEqualTo(5);
        assertThat(queue.senders).hasSize(5).doesNotContain(Thread.currentThread());
    }

    @Test
    void theSendIsWithinTheContextOfTheCall() {
        Context.current()
                .with(CALL, "the call")
                .wrap(() -> sender.send(plan(1)))
                .run();
        queue.open.countDown();
        sender.join();
        assertThat(queue.calls).containsExactly("the call");
    }
}
