package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.sqs.listener.DefaultListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.ListenerMode;
import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.trace.Traces;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.story.World;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;

class ListenerConfigurationTest {
    private final World world = World.of(1);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ListenerConfiguration configuration = new ListenerConfiguration();

    private static <T> T bind(String prefix, Class<T> type) {
        return BoundSettings.bind("feedmill." + prefix, type, Map.of());
    }

    private DefaultListenerContainerRegistry listeners() {
        QueueMetrics metrics = new QueueMetrics(meters);
        ListenerSettings settings = bind("listeners", ListenerSettings.class);
        SuspendSafeClock clocks = new SuspendSafeClock(world.clock::nanoTime, world.clock);
        WorkDeadlines deadlines = configuration.workDeadlines(settings, clocks);
        ClockOffset offset = new ClockOffset(world.clock, meters);
        QueueContainers containers = new QueueContainers(
                new Silent(),
                new QueueSettings("t-", false),
                settings,
                new Pollers(deadlines, metrics, world.clock),
                new Breakers(bind("breaker", BreakerSettings.class), meters, offset, world.clock));
        return (DefaultListenerContainerRegistry) configuration.listeners(
                containers,
                new QueueTargets(
                        world.parts.listener(),
                        List.of(world.parts.views()),
                        deadlines,
                        new VisibilityHeartbeat(settings, metrics, world.clock),
                        metrics,
                        new Traces(null),
                        world.clock));
    }

    private record Silent() implements SqsAsyncClient {
        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    @Test
    void eachQueueHasAContainerAndThatOfViewsTakesBatches() {
        assertThat(listeners().getListenerContainers().stream()
                        .map(container -> (SqsMessageListenerContainer<?>) container)
                        .collect(Collectors.toMap(
                                SqsMessageListenerContainer::getId,
                                container -> container.getContainerOptions().getListenerMode())))
                .isEqualTo(Map.of(
                        "publish", ListenerMode.SINGLE_MESSAGE,
                        "deliver", ListenerMode.SINGLE_MESSAGE,
                        "upkeep", ListenerMode.SINGLE_MESSAGE,
                        "views", ListenerMode.BATCH));
    }

    @Test
    void containersStopAfterTheDeadlinesArePulledIn() {
        assertThat(listeners().getPhase()).isLessThan(WorkDeadlines.PHASE);
    }
}
